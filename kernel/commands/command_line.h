#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace inkwell::kernel {

/// The words after `inkwell`, taken apart.
struct CommandLine {
    std::string command;                 // "serve", "import", "user add" ...
    std::vector<std::string> arguments;  // FILE, ID, EMAIL, KIND, NAME; for help one text: its topic
    std::string configFile;              // --config FILE, else defaultConfigFile()
    std::string demoDirectory;           // serve --demo DIR
    std::string bucket;                  // --bucket SLUG
    std::string email;                   // --email E
    std::string output;                  // --output FILE
    std::string directory;               // --directory DIR
    std::string from;                    // --from SLUG-OR-ADDRESS
    std::string to;                      // --to SLUG-OR-ADDRESS
    std::string fromToken;               // --from-token FILE
    std::string toToken;                 // --to-token FILE
    bool admin = false;                  // --admin
    bool mayDestroy = false;             // --allow-destructive
    bool mayDelete = false;              // --delete
};

/// The command line is wrong: the message says why, usage() how the command is called.
class UsageError : public std::runtime_error {
public:
    UsageError(const std::string& message, std::string usage) : std::runtime_error(message), usage_(std::move(usage)) {}

    const std::string& usage() const noexcept { return usage_; }

private:
    std::string usage_;
};

/// Options follow the command's name as `--name VALUE` or `--name=VALUE`, not abbreviated; after `--` there are none.
/// With --help or -h among them the command is "help". Throws UsageError.
CommandLine parseCommandLine(const std::vector<std::string>& words);

/// The text of `inkwell help`: `topic` is "" for all commands, one command's name, or the first word of several.
std::string helpText(const std::string& topic);

}  // namespace inkwell::kernel
