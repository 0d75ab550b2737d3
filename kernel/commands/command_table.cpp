#include "kernel/commands/command_table.h"

#include <Poco/Util/HelpFormatter.h>
#include <Poco/Util/Option.h>
#include <Poco/Util/OptionException.h>
#include <Poco/Util/Validator.h>

#include <algorithm>
#include <sstream>
#include <utility>

namespace inkwell::kernel {

namespace {

using Poco::Util::Option;
using Poco::Util::OptionSet;

constexpr int kWidth = 120;
constexpr std::size_t kCallWidth = 44;

constexpr const char* kAboutConfig =
    "\nFILE of --config is config/inkwell.json by default or, without one, /etc/inkwell/inkwell.json; every key of it\n"
    "can also be given as a variable INKWELL_...\n";

class Filled : public Poco::Util::Validator {
public:
    void validate(const Option& option, const std::string& value) override {
        if (value.empty()) throw Poco::Util::EmptyOptionException(option.fullName());
    }
};

Option optionWithValue(const std::string& name, const std::string& value, const std::string& meaning) {
    return Option(name, "", meaning).argument(value).validator(new Filled);  // which the option owns
}

Option bucket(const std::string& meaning) { return optionWithValue("bucket", "SLUG", meaning).required(true); }

OptionSet optionsOf(const std::vector<Option>& own) {
    OptionSet all;
    for (const Option& option : own) all.addOption(option);
    all.addOption(optionWithValue("config", "FILE", "the configuration to use"));
    all.addOption(Option("help", "h", "print this text"));
    return all;
}

std::vector<Command> serverCommands() {
    const OptionSet none = optionsOf({});
    return {
        {"serve",
         {},
         optionsOf({optionWithValue("demo", "DIR", "fill an empty server with the content in this folder")}),
         "run the server; --demo fills an empty one with an administrator, an editor and content"},
        {"check-config", {}, none, "print the effective configuration, check it and every plugin; no database"},
        {"doctor",
         {},
         none,
         "examine configuration, database, store, mail, clocks, versions and permissions; a line for each"},
        {"claim-database",
         {},
         none,
         "keep servers from an SQLite file, until standard input ends; for inkwell-restore"},
        {"settings", {}, none, "print a table of all settings, of the server and of its plugins, as Markdown"},
        {"reload", {}, none, "make the running server read its configuration again, as SIGHUP does"},
        {"plugins", {}, none, "list plugins with state and reason"},
        {"plugins enable", {"ID"}, none, "switch a plugin on, also while the server runs"},
        {"plugins disable", {"ID"}, none, "switch a plugin off, also while the server runs"},
        {"plugin new",
         {"KIND", "NAME"},
         optionsOf({optionWithValue("directory", "DIR",
                                    "where the project's folder is made, with missing parents; here by default")}),
         "write the project of a new plugin; an unknown KIND lists them"},
        {"user add",
         {},
         optionsOf({optionWithValue("email", "EMAIL", "the address of the account").required(true),
                    Option("admin", "", "may do everything on this server")}),
         "add an account and print its one-time invitation"},
        {"user invite", {"EMAIL"}, none, "print a fresh one-time invitation"},
        {"user password", {"EMAIL"}, none, "set a password, read from standard input; ends all sessions"},
        {"user role",
         {"EMAIL", "ROLE"},
         optionsOf({bucket("the bucket in which the account has it from now on")}),
         "give an account a role in a bucket: admin, developer, editor or contributor"},
        {"user remove", {"EMAIL"}, none, "remove an account with its sessions and roles"},
    };
}

std::vector<Option> contentOptions() {
    const auto side = [](const std::string& name, const std::string& meaning) {
        return optionWithValue(name, "BUCKET", meaning).required(true);
    };
    return {side("from", "the bucket to read: its slug, or an address such as https://example.com/v2/buckets/blog"),
            side("to", "the bucket to change, in the same way"),
            optionWithValue("from-token", "FILE", "holds a token of an administrator of the bucket at that address"),
            optionWithValue("to-token", "FILE", "the same for the other one"),
            Option("delete", "", "also delete objects that only the bucket to change has")};
}

std::vector<Command> bucketCommands() {
    return {
        {"import",
         {"FILE"},
         optionsOf({bucket("the bucket to fill; made if there is none, and then 'user role' gives it an admin")}),
         "read a bucket export into a bucket, all or nothing"},
        {"export",
         {},
         optionsOf({bucket("the bucket to write"),
                    optionWithValue("output", "FILE", "the file to write; standard output by default")}),
         "write a bucket as one JSON file"},
        {"schema pull",
         {"DIR"},
         optionsOf({bucket("the bucket whose object types are written")}),
         "write the object types of a bucket as files into DIR"},
        {"schema diff",
         {"DIR"},
         optionsOf({bucket("the bucket to compare with the files")}),
         "print what 'schema apply' would do; exits with 5 if there is something"},
        {"schema apply",
         {"DIR"},
         optionsOf({bucket("the bucket to change"),
                    Option("allow-destructive", "", "also delete types, remove fields and give them other types")}),
         "make the object types of a bucket those of the files in DIR, all or nothing"},
        {"content diff",
         {},
         optionsOf(contentOptions()),
         "print what 'content apply' would do; exits with 5 if there is something"},
        {"content apply",
         {},
         optionsOf(contentOptions()),
         "make the content of one bucket that of another, here or on another server, media included"},
        {"types",
         {},
         optionsOf({bucket("the bucket whose object types are written"),
                    optionWithValue("output", "FILE", "the file to write; standard output by default")}),
         "write TypeScript declarations of a bucket's object types"},
    };
}

std::vector<Command> makeCommands() {
    const OptionSet none = optionsOf({});
    std::vector<Command> all = serverCommands();
    for (Command& command : bucketCommands()) all.push_back(std::move(command));
    all.push_back({"version", {}, none, "print the program's version"});
    all.push_back({"help", {"[COMMAND]"}, none, "list the commands, or say more about one"});
    return all;
}

/// "[--demo DIR]", "--bucket SLUG"
std::string shortForm(const Option& option) {
    const std::string form = "--" + option.fullName() + (option.takesArgument() ? " " + option.argumentName() : "");
    return option.required() ? form : "[" + form + "]";
}

bool isOwn(const Option& option) { return option.fullName() != "config" && option.fullName() != "help"; }

/// "import FILE --bucket SLUG"
std::string callOf(const Command& command) {
    std::string call = command.name;
    for (const std::string& argument : command.arguments) call += " " + argument;
    for (const Option& option : command.options) {
        if (isOwn(option)) call += " " + shortForm(option);
    }
    return call;
}

}  // namespace

const std::vector<Command>& commands() {
    static const std::vector<Command> all = makeCommands();
    return all;
}

const Command* findCommand(const std::string& name) {
    const auto found =
        std::find_if(commands().begin(), commands().end(), [&](const Command& one) { return one.name == name; });
    return found == commands().end() ? nullptr : &*found;
}

std::vector<const Command*> commandsAfter(const std::string& word) {
    std::vector<const Command*> found;
    for (const Command& command : commands()) {
        if (command.name.starts_with(word + " ")) found.push_back(&command);
    }
    return found;
}

std::string usageOf(const Command& command) {
    Poco::Util::HelpFormatter formatter(command.options);
    formatter.setCommand("inkwell");
    formatter.setUsage(callOf(command) + " [--config FILE]");
    formatter.setHeader("\n" + command.meaning);
    formatter.setUnixStyle(true);
    formatter.setAutoIndent();
    formatter.setWidth(kWidth);
    std::ostringstream text;
    formatter.format(text);
    return text.str();
}

std::string usageOf(const std::vector<const Command*>& some) {
    std::string text = "usage: inkwell COMMAND [--config FILE]\n\n";
    for (const Command* command : some) {
        std::string call = callOf(*command);
        call.resize(std::max(call.size(), kCallWidth), ' ');
        text += "  " + call + "  " + command->meaning + "\n";
    }
    return text + kAboutConfig;
}

std::string usage() {
    std::vector<const Command*> all;
    for (const Command& command : commands()) all.push_back(&command);
    return usageOf(all);
}

}  // namespace inkwell::kernel
