#include "kernel/commands/command_line.h"

#include <Poco/Util/OptionException.h>
#include <Poco/Util/OptionProcessor.h>
#include <Poco/Util/Validator.h>

#include <algorithm>
#include <map>

#include "kernel/commands/command_table.h"
#include "kernel/config/installation.h"

namespace inkwell::kernel {

namespace {

using Words = std::vector<std::string>;

const std::map<std::string, std::string CommandLine::*> kValues = {
    {"config", &CommandLine::configFile},
    {"demo", &CommandLine::demoDirectory},
    {"bucket", &CommandLine::bucket},
    {"email", &CommandLine::email},
    {"output", &CommandLine::output},
    {"directory", &CommandLine::directory},
    {"from", &CommandLine::from},
    {"to", &CommandLine::to},
    {"from-token", &CommandLine::fromToken},
    {"to-token", &CommandLine::toToken},
};

[[noreturn]] void refuse(const Command& command, const std::string& why) { throw UsageError(why, usageOf(command)); }

/// "user" alone, or with another verb, is told the verbs.
[[noreturn]] void refuseCommand(const std::string& word) {
    const std::vector<const Command*> some = commandsAfter(word);
    if (some.empty()) throw UsageError("unknown command '" + word + "'", usage());
    std::string verbs;
    for (const Command* one : some) verbs += (verbs.empty() ? "" : ", ") + one->name.substr(word.size() + 1);
    throw UsageError("'" + word + "' needs one of these after it: " + verbs, usageOf(some));
}

/// The command that the words begin with, two before one; null when there is none.
const Command* commandAt(const Words& words) {
    const Command* two = words.size() > 1 ? findCommand(words[0] + " " + words[1]) : nullptr;
    return two != nullptr || words.empty() ? two : findCommand(words[0]);
}

const Command& takeCommand(Words& words) {
    if (words.empty()) throw UsageError("a command is missing", usage());
    if (words[0].starts_with("-")) {
        throw UsageError("a command must stand before the option '" + words[0].substr(0, words[0].find('=')) + "'",
                         usage());
    }
    const Command* command = commandAt(words);
    if (command == nullptr) refuseCommand(words[0]);
    words.erase(words.begin(), words.begin() + 1 + std::count(command->name.begin(), command->name.end(), ' '));
    return *command;
}

/// Takes the words after a command's name apart with Poco's processor, which is more lenient than scripts can rely on:
/// it takes beginnings of names, any case, and the next option as a value.
class WordReader {
public:
    WordReader(const Command& command, CommandLine& line)
        : command_(command), line_(line), processor_(command.options) {
        processor_.setUnixStyle(true);
    }

    void read(const std::string& word) {
        std::string option;
        std::string value;
        if (!pending_.empty()) {
            if (word.starts_with("--")) refuseValue(pending_);
        } else if (!isBehindOptions_ && word.size() > 1 && word.starts_with("-") && word != "--") {
            checkKnown(word);
        }
        if (!process(word, option, value)) {
            line_.arguments.push_back(word);
        } else if (!option.empty()) {
            pending_.clear();
            keep(option, value);
        } else if (word == "--") {
            isBehindOptions_ = true;
        } else {
            pending_ = word.substr(2);
        }
    }

    void finish() {
        checkArguments();
        try {
            processor_.checkRequired();
        } catch (const Poco::Util::MissingOptionException& missing) {
            const Poco::Util::Option& option = command_.options.getOption(missing.message());
            refuse(command_, "'" + command_.name + "' needs --" + option.fullName() + " " + option.argumentName());
        } catch (const Poco::Util::MissingArgumentException&) {
            refuseValue(pending_);
        }
    }

private:
    [[noreturn]] void refuseValue(const std::string& option) const {
        refuse(command_, "the option '--" + option + "' needs a value");
    }

    void checkKnown(const std::string& word) const {
        const std::string name = word.substr(0, word.find('='));
        const bool isKnown =
            std::any_of(command_.options.begin(), command_.options.end(),
                        [&](const Poco::Util::Option& option) { return name == "--" + option.fullName(); });
        if (!isKnown) refuse(command_, "'" + command_.name + "' does not know the option '" + name + "'");
    }

    bool process(const std::string& word, std::string& option, std::string& value) {
        try {
            return processor_.process(word, option, value);
        } catch (const Poco::Util::DuplicateOptionException& twice) {
            refuse(command_, "the option '--" + twice.message() + "' is given twice");
        } catch (const Poco::Util::UnexpectedArgumentException&) {
            refuse(command_, "the option '" + word.substr(0, word.find('=')) + "' takes no value");
        }
    }

    void keep(const std::string& name, const std::string& value) {
        const Poco::Util::Option& option = command_.options.getOption(name);
        try {
            if (option.validator() != nullptr) option.validator()->validate(option, value);
        } catch (const Poco::Util::EmptyOptionException&) {
            refuseValue(name);
        }
        if (name == "admin") line_.admin = true;
        if (name == "allow-destructive") line_.mayDestroy = true;
        if (name == "delete") line_.mayDelete = true;
        const auto member = kValues.find(name);
        if (member != kValues.end()) line_.*member->second = value;
    }

    void checkArguments() const {
        const Words& wanted = command_.arguments;
        const Words& given = line_.arguments;
        if (given.size() > wanted.size()) {
            refuse(command_, "'" + command_.name + "' does not take '" + given[wanted.size()] + "'");
        }
        if (given.size() == wanted.size()) return;
        std::string all;
        for (const std::string& argument : wanted) all += " " + argument;
        refuse(command_, "'" + command_.name + "' needs" + all);
    }

    const Command& command_;
    CommandLine& line_;
    Poco::Util::OptionProcessor processor_;
    std::string pending_;  // the option whose value comes next
    bool isBehindOptions_ = false;
};

bool asksForHelp(const Words& words) {
    const auto end = std::find(words.begin(), words.end(), "--");
    return std::any_of(words.begin(), end, [](const std::string& word) { return word == "--help" || word == "-h"; });
}

CommandLine helpOn(const std::string& topic) {
    CommandLine line;
    line.command = "help";
    if (!topic.empty()) line.arguments = {topic};
    return line;
}

/// `user add --email --help`: about what the words begin with, whatever else is wrong.
CommandLine helpAmong(const Words& words) {
    if (words[0].starts_with("-")) return helpOn("");
    if (const Command* command = commandAt(words)) return helpOn(command->name);
    if (commandsAfter(words[0]).empty()) refuseCommand(words[0]);
    return helpOn(words[0]);
}

/// `help user add`
CommandLine helpCalled(const Command& help, const Words& words) {
    if (words.empty()) return helpOn("");
    const Command* command = commandAt(words);
    if (command == nullptr && (words.size() > 1 || commandsAfter(words[0]).empty())) refuseCommand(words[0]);
    const std::string topic = command != nullptr ? command->name : words[0];
    const auto taken = static_cast<std::size_t>(1 + std::count(topic.begin(), topic.end(), ' '));
    if (words.size() > taken) refuse(help, "'help' does not take '" + words[taken] + "'");
    return helpOn(topic);
}

}  // namespace

CommandLine parseCommandLine(const std::vector<std::string>& given) {
    Words words = given;
    if (words == Words{"--version"}) words = {"version"};
    if (asksForHelp(words)) return helpAmong(words);
    const Command& command = takeCommand(words);
    CommandLine line;
    line.command = command.name;
    WordReader reader(command, line);
    for (const std::string& word : words) reader.read(word);
    if (command.name == "help") return helpCalled(command, line.arguments);
    reader.finish();
    if (line.configFile.empty()) line.configFile = defaultConfigFile();
    return line;
}

std::string helpText(const std::string& topic) {
    if (topic.empty()) return usage();
    std::string text;
    if (const Command* command = findCommand(topic)) text = usageOf(*command);
    for (const Command* command : commandsAfter(topic)) text += (text.empty() ? "" : "\n") + usageOf(*command);
    return text;
}

}  // namespace inkwell::kernel
