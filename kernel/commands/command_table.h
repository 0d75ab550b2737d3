#pragma once

#include <Poco/Util/OptionSet.h>

#include <string>
#include <vector>

namespace inkwell::kernel {

/// One command of the program. Each takes --config and --help beside its own options.
struct Command {
    std::string name;                    // "serve", "user add"
    std::vector<std::string> arguments;  // what each stands for: FILE, ID
    Poco::Util::OptionSet options;       // long names; the validators refuse empty values
    std::string meaning;                 // begins in lower case, without a full stop
};

/// In the order of `inkwell help`. Any thread, as for all below.
const std::vector<Command>& commands();

/// Null for an unknown name.
const Command* findCommand(const std::string& name);

/// The commands of two words that begin with `word`: "user" has "user add" and others.
std::vector<const Command*> commandsAfter(const std::string& word);

/// How the command is called and what its options mean.
std::string usageOf(const Command& command);

/// One line for each command, or for each of `some`.
std::string usage();
std::string usageOf(const std::vector<const Command*>& some);

}  // namespace inkwell::kernel
