#include "kernel/app/command_line.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "kernel/app/installation.h"

namespace inkwell::kernel {

namespace {

struct CommandSpec {
    std::string_view name;
    std::string_view argument;  // "" when the command takes none
    std::string_view options;   // what it takes beside --config; in brackets what may be left out
    std::string_view meaning;
};

constexpr std::array kCommands = {
    CommandSpec{"serve", "", "[--demo DIR]",
                "run the server; --demo fills an empty one with an administrator and content"},
    CommandSpec{"check-config", "", "", "print the effective configuration, check it and every plugin; no database"},
    CommandSpec{"reload", "", "", "make the running server read its configuration again, as SIGHUP does"},
    CommandSpec{"plugins", "", "", "list plugins with state and reason"},
    CommandSpec{"plugins enable", "ID", "", "switch a plugin on, also while the server runs"},
    CommandSpec{"plugins disable", "ID", "", "switch a plugin off, also while the server runs"},
    CommandSpec{"plugin new", "KIND NAME", "[--directory DIR]",
                "write the project of a new plugin; an unknown KIND lists them"},
    CommandSpec{"user add", "", "--email EMAIL [--admin]", "add an account and print its one-time invitation"},
    CommandSpec{"user invite", "EMAIL", "", "print a fresh one-time invitation"},
    CommandSpec{"user password", "EMAIL", "", "set a password, read from standard input; ends all sessions"},
    CommandSpec{"user remove", "EMAIL", "", "remove an account with its sessions and roles"},
    CommandSpec{"import", "FILE", "--bucket SLUG", "read a bucket export into a bucket, all or nothing"},
    CommandSpec{"export", "", "--bucket SLUG [--output FILE]", "write a bucket as one JSON file"},
    CommandSpec{"version", "", "", "print the program's version"},
    CommandSpec{"help", "", "", "this text"},
};

struct OptionSpec {
    std::string_view name;
    std::string CommandLine::*value;
};

constexpr std::array kOptions = {
    OptionSpec{"--config", &CommandLine::configFile}, OptionSpec{"--demo", &CommandLine::demoDirectory},
    OptionSpec{"--bucket", &CommandLine::bucket},     OptionSpec{"--email", &CommandLine::email},
    OptionSpec{"--output", &CommandLine::output},     OptionSpec{"--directory", &CommandLine::directory},
};

const CommandSpec* findCommand(std::string_view name) {
    const auto* found =
        std::find_if(kCommands.begin(), kCommands.end(), [&](const CommandSpec& c) { return c.name == name; });
    return found == kCommands.end() ? nullptr : found;
}

/// "user" alone, or with another verb, is told the verbs.
std::string unknownCommand(const std::string& word) {
    std::string verbs;
    for (const CommandSpec& spec : kCommands) {
        if (!spec.name.starts_with(word + " ")) continue;
        verbs.append(verbs.empty() ? "" : ", ").append(spec.name.substr(word.size() + 1));
    }
    return verbs.empty() || word.empty() ? "unknown command '" + word + "'"
                                         : "'" + word + "' needs one of these after it: " + verbs;
}

const CommandSpec& commandOf(std::vector<std::string>& words) {
    if (words.empty()) throw UsageError("a command is missing");
    if (words.size() > 1) {
        if (const CommandSpec* two = findCommand(words[0] + " " + words[1])) {
            words.erase(words.begin(), words.begin() + 2);
            return *two;
        }
    }
    const CommandSpec* one = findCommand(words[0]);
    if (one == nullptr) throw UsageError(unknownCommand(words[0]));
    words.erase(words.begin());
    return *one;
}

/// Whole words only: "--e" is none of "--email EMAIL [--admin]".
bool takesOption(const CommandSpec& spec, const std::string& option) {
    if (option == "--config") return true;
    const std::string words = " " + std::string(spec.options) + " ";
    for (const char* before : {" ", "["}) {
        for (const char* after : {" ", "]"}) {
            if (words.find(before + option + after) != std::string::npos) return true;
        }
    }
    return false;
}

void takeOption(const CommandSpec& spec, const std::vector<std::string>& words, std::size_t& at, CommandLine& line) {
    const std::string& option = words[at];
    if (!takesOption(spec, option)) {
        throw UsageError("'" + line.command + "' does not know the option '" + option + "'");
    }
    if (option == "--admin") {
        line.admin = true;
        return;
    }
    const auto* const known =
        std::find_if(kOptions.begin(), kOptions.end(), [&](const OptionSpec& one) { return one.name == option; });
    std::string& value = line.*known->value;
    if (!value.empty()) throw UsageError("the option '" + option + "' is given twice");
    if (at + 1 >= words.size() || words[at + 1].empty() || words[at + 1].starts_with("--")) {
        throw UsageError("the option '" + option + "' needs a value");
    }
    value = words[++at];
}

void checkComplete(const CommandSpec& spec, const CommandLine& line) {
    const auto blanks = std::count(spec.argument.begin(), spec.argument.end(), ' ');
    const std::size_t wanted = spec.argument.empty() ? 0 : static_cast<std::size_t>(blanks) + 1;
    if (line.arguments.size() < wanted) throw UsageError("'" + line.command + "' needs " + std::string(spec.argument));
    if (line.arguments.size() > wanted) {
        throw UsageError("'" + line.command + "' does not take '" + line.arguments[wanted] + "'");
    }
    if (spec.options.starts_with("--bucket") && line.bucket.empty()) {
        throw UsageError("'" + line.command + "' needs --bucket SLUG");
    }
    if (spec.options.starts_with("--email") && line.email.empty()) {
        throw UsageError("'" + line.command + "' needs --email EMAIL");
    }
}

}  // namespace

CommandLine parseCommandLine(const std::vector<std::string>& given) {
    std::vector<std::string> words = given;
    const bool asksForHelp = std::any_of(words.begin(), words.end(),
                                         [](const std::string& word) { return word == "--help" || word == "-h"; });
    if (asksForHelp) words = {"help"};
    if (words == std::vector<std::string>{"--version"}) words = {"version"};
    const CommandSpec& spec = commandOf(words);
    CommandLine line;
    line.command = spec.name;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].starts_with("-")) {
            takeOption(spec, words, i, line);
        } else {
            line.arguments.push_back(words[i]);
        }
    }
    checkComplete(spec, line);
    if (line.configFile.empty()) line.configFile = defaultConfigFile();
    return line;
}

std::string usage() {
    std::string text = "usage: inkwell COMMAND [--config FILE]\n\n";
    for (const CommandSpec& spec : kCommands) {
        std::string call = std::string(spec.name);
        if (!spec.argument.empty()) call += " " + std::string(spec.argument);
        if (!spec.options.empty()) call += " " + std::string(spec.options);
        if (call.size() < 44) call.resize(44, ' ');
        text += "  " + call + "  " + std::string(spec.meaning) + "\n";
    }
    text +=
        "\nFILE is config/inkwell.json by default or, without one, /etc/inkwell/inkwell.json; every key of it can\n";
    text += "also be given as a variable INKWELL_...\n";
    return text;
}

}  // namespace inkwell::kernel
