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
    std::string_view options;   // what it takes beside --config
    std::string_view meaning;
};

constexpr std::array kCommands = {
    CommandSpec{"serve", "", "--demo DIR",
                "run the server; --demo fills an empty one with an administrator and content"},
    CommandSpec{"check-config", "", "", "print the effective configuration, check it and every plugin; no database"},
    CommandSpec{"reload", "", "", "make the running server read its configuration again, as SIGHUP does"},
    CommandSpec{"plugins", "", "", "list plugins with state and reason"},
    CommandSpec{"plugins enable", "ID", "", "switch a plugin on, also while the server runs"},
    CommandSpec{"plugins disable", "ID", "", "switch a plugin off, also while the server runs"},
    CommandSpec{"plugin new", "KIND NAME", "--directory DIR",
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

const CommandSpec* findCommand(std::string_view name) {
    const auto* found =
        std::find_if(kCommands.begin(), kCommands.end(), [&](const CommandSpec& c) { return c.name == name; });
    return found == kCommands.end() ? nullptr : found;
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
    if (one == nullptr) throw UsageError("unknown command '" + words[0] + "'");
    words.erase(words.begin());
    return *one;
}

}  // namespace

CommandLine parseCommandLine(const std::vector<std::string>& given) {
    std::vector<std::string> words = given;
    const CommandSpec& spec = commandOf(words);
    CommandLine line;
    line.command = spec.name;

    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        const bool taken = word == "--config" || spec.options.find(word) != std::string_view::npos;
        if (word.rfind("--", 0) == 0 && !taken) {
            throw UsageError("'" + line.command + "' does not know the option '" + word + "'");
        }
        const auto value = [&]() -> const std::string& {
            if (i + 1 >= words.size()) throw UsageError("the option '" + word + "' needs a value");
            return words[++i];
        };
        if (word == "--config")
            line.configFile = value();
        else if (word == "--demo")
            line.demoDirectory = value();
        else if (word == "--bucket")
            line.bucket = value();
        else if (word == "--email")
            line.email = value();
        else if (word == "--output")
            line.output = value();
        else if (word == "--directory")
            line.directory = value();
        else if (word == "--admin")
            line.admin = true;
        else
            line.arguments.push_back(word);
    }

    if (line.configFile.empty()) line.configFile = defaultConfigFile();
    const auto blanks = std::count(spec.argument.begin(), spec.argument.end(), ' ');
    const std::size_t wanted = spec.argument.empty() ? 0 : static_cast<std::size_t>(blanks) + 1;
    if (line.arguments.size() < wanted) throw UsageError("'" + line.command + "' needs " + std::string(spec.argument));
    if (line.arguments.size() > wanted) {
        throw UsageError("'" + line.command + "' does not take '" + line.arguments[wanted] + "'");
    }
    if (spec.options.rfind("--bucket", 0) == 0 && line.bucket.empty()) {
        throw UsageError("'" + line.command + "' needs --bucket SLUG");
    }
    if (spec.options.rfind("--email", 0) == 0 && line.email.empty()) {
        throw UsageError("'" + line.command + "' needs --email EMAIL");
    }
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
