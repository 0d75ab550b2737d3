#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace inkwell::kernel {

/// The words after `inkwell`, taken apart.
struct CommandLine {
    std::string command;                 // "serve", "import", "user add" ...
    std::vector<std::string> arguments;  // FILE, ID, EMAIL, KIND and NAME
    std::string configFile;              // --config FILE, else defaultConfigFile()
    std::string demoDirectory;           // serve --demo DIR
    std::string bucket;                  // --bucket SLUG
    std::string email;                   // --email E
    std::string output;                  // --output FILE
    std::string directory;               // --directory DIR
    bool admin = false;                  // --admin
};

/// A wrong call; the message says what is wrong.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Throws UsageError for an unknown command or option, or a missing argument.
CommandLine parseCommandLine(const std::vector<std::string>& words);

/// The text of `inkwell help`.
std::string usage();

}  // namespace inkwell::kernel
