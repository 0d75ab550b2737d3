#pragma once

#include <string>

namespace inkwell::kernel {

/// What `inkwell plugin new` is asked for.
struct PluginDraft {
    std::string kind;       // of examples/kinds.json
    std::string name;       // lower-case letters, digits and '_'
    std::string directory;  // where the project's folder, <name>, is made; "" is the working directory
};

/// `inkwell plugin new`: copies the example of that kind, with its names replaced, and prints the next steps. Returns
/// the exit code. Throws std::runtime_error with the reason, such as a name that is taken, and leaves no files then.
int makePluginProject(const PluginDraft& draft);

}  // namespace inkwell::kernel
