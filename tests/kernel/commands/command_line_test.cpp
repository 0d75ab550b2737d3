#include "kernel/commands/command_line.h"

#include <gtest/gtest.h>

namespace inkwell::kernel {
namespace {

std::string messageOf(const std::vector<std::string>& words) {
    try {
        parseCommandLine(words);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "accepted";
}

std::string usageAfter(const std::vector<std::string>& words) {
    try {
        parseCommandLine(words);
    } catch (const UsageError& error) {
        return error.usage();
    }
    return "accepted";
}

TEST(CommandLine, WordsAreTakenApart) {
    const CommandLine line = parseCommandLine({"import", "f.json", "--bucket", "b", "--config", "c.json"});
    EXPECT_EQ(line.command, "import");
    EXPECT_EQ(line.arguments.at(0), "f.json");
    EXPECT_EQ(line.bucket, "b");
    EXPECT_EQ(line.configFile, "c.json");
    EXPECT_EQ(parseCommandLine({"plugins"}).command, "plugins");
    EXPECT_EQ(parseCommandLine({"plugins", "enable", "x"}).command, "plugins enable");
    EXPECT_TRUE(parseCommandLine({"user", "add", "--email", "e", "--admin"}).admin);
    EXPECT_FALSE(parseCommandLine({"schema", "apply", "d", "--bucket", "b"}).mayDestroy);
    EXPECT_TRUE(parseCommandLine({"schema", "apply", "d", "--bucket", "b", "--allow-destructive"}).mayDestroy);
}

TEST(CommandLine, TakesAValueAsAWordOfItsOwnOrBehindAnEqualsSign) {
    EXPECT_EQ(parseCommandLine({"export", "--bucket", "b"}).bucket, "b");
    EXPECT_EQ(parseCommandLine({"export", "--bucket=b"}).bucket, "b");
    EXPECT_EQ(parseCommandLine({"export", "--bucket=b", "--output=a:b=c d"}).output, "a:b=c d");
    EXPECT_EQ(parseCommandLine({"export", "--output", "a:b=c d", "--bucket", "b"}).output, "a:b=c d");
    EXPECT_EQ(parseCommandLine({"user", "add", "--admin", "--email=a@b.example"}).email, "a@b.example");
}

TEST(CommandLine, TakesAValueThatBeginsWithTwoDashesOnlyBehindAnEqualsSign) {
    EXPECT_EQ(parseCommandLine({"export", "--bucket", "b", "--output", "-"}).output, "-");
    EXPECT_EQ(parseCommandLine({"export", "--bucket", "b", "--output", "-x"}).output, "-x");
    EXPECT_EQ(parseCommandLine({"export", "--bucket", "b", "--output=--x"}).output, "--x");
    EXPECT_EQ(messageOf({"export", "--bucket", "--output", "x"}), "the option '--bucket' needs a value");
    EXPECT_EQ(messageOf({"export", "--bucket", "--"}), "the option '--bucket' needs a value");
}

TEST(CommandLine, TakesWhatFollowsTwoDashesAsNoOption) {
    const CommandLine line = parseCommandLine({"import", "--bucket", "b", "--", "--config"});
    EXPECT_EQ(line.arguments, std::vector<std::string>{"--config"});
    EXPECT_EQ(parseCommandLine({"import", "--bucket=b", "--", "-h"}).arguments, std::vector<std::string>{"-h"});
    EXPECT_EQ(messageOf({"import", "--", "--bucket", "b"}), "'import' does not take 'b'");
    EXPECT_EQ(messageOf({"import", "--", "--bucket"}), "'import' needs --bucket SLUG");
}

// A beginning that is clear today may not be tomorrow, and scripts live long.
TEST(CommandLine, TakesOptionsByTheirWholeNamesOnly) {
    EXPECT_EQ(messageOf({"check-config", "--conf", "x"}), "'check-config' does not know the option '--conf'");
    EXPECT_EQ(messageOf({"import", "f.json", "--b", "b"}), "'import' does not know the option '--b'");
    EXPECT_EQ(messageOf({"import", "f.json", "--BUCKET=b"}), "'import' does not know the option '--BUCKET'");
    EXPECT_EQ(messageOf({"import", "f.json", "--bucket:b"}), "'import' does not know the option '--bucket:b'");
    EXPECT_EQ(messageOf({"import", "f.json", "-bucket=b"}), "'import' does not know the option '-bucket'");
    EXPECT_EQ(messageOf({"import", "f.json", "--=b"}), "'import' does not know the option '--'");
    EXPECT_EQ(messageOf({"serve", "--hel"}), "'serve' does not know the option '--hel'");
    EXPECT_EQ(messageOf({"serve", "-hx"}), "'serve' does not know the option '-hx'");
}

TEST(CommandLine, WrongCallsAreNamed) {
    EXPECT_EQ(messageOf({}), "a command is missing");
    EXPECT_EQ(messageOf({"explode"}), "unknown command 'explode'");
    EXPECT_EQ(messageOf({"serve", "--bucket", "b"}), "'serve' does not know the option '--bucket'");
    EXPECT_EQ(messageOf({"import", "f.json"}), "'import' needs --bucket SLUG");
    EXPECT_EQ(messageOf({"import", "--bucket", "b"}), "'import' needs FILE");
    EXPECT_EQ(messageOf({"export", "--bucket"}), "the option '--bucket' needs a value");
    EXPECT_EQ(messageOf({"serve", "now"}), "'serve' does not take 'now'");
    EXPECT_EQ(messageOf({"user", "add"}), "'user add' needs --email EMAIL");
    EXPECT_EQ(messageOf({"user", "role", "e", "--bucket", "b"}), "'user role' needs EMAIL ROLE");
    EXPECT_EQ(messageOf({"user", "role", "e", "admin"}), "'user role' needs --bucket SLUG");
    EXPECT_EQ(messageOf({"user"}), "'user' needs one of these after it: add, invite, password, role, remove");
    EXPECT_EQ(messageOf({"user", "explode"}),
              "'user' needs one of these after it: add, invite, password, role, remove");
    EXPECT_EQ(messageOf({"serve", "-x"}), "'serve' does not know the option '-x'");
    EXPECT_EQ(messageOf({"user", "add", "--email", "--admin"}), "the option '--email' needs a value");
    EXPECT_EQ(messageOf({"export", "--bucket", "a", "--bucket", "b"}), "the option '--bucket' is given twice");
    EXPECT_EQ(messageOf({"export", "--bucket="}), "the option '--bucket' needs a value");
    EXPECT_EQ(messageOf({"export", "--bucket", ""}), "the option '--bucket' needs a value");
    EXPECT_EQ(messageOf({"export", "--bucket", "b", "--output"}), "the option '--output' needs a value");
    EXPECT_EQ(messageOf({"export", "--output"}), "'export' needs --bucket SLUG");
    EXPECT_EQ(messageOf({"user", "add", "--email=e", "--admin=yes"}), "the option '--admin' takes no value");
    EXPECT_EQ(messageOf({"user", "add", "--email=e", "--admin", "--admin"}), "the option '--admin' is given twice");
    EXPECT_EQ(messageOf({"plugin", "new", "metafield"}), "'plugin new' needs KIND NAME");
    EXPECT_EQ(messageOf({"--config=x", "serve"}), "a command must stand before the option '--config'");
    EXPECT_EQ(messageOf({"plugins", "explode"}), "'plugins' does not take 'explode'");
    EXPECT_EQ(messageOf({"help", "explode"}), "unknown command 'explode'");
    EXPECT_EQ(messageOf({"help", "user", "explode"}),
              "'user' needs one of these after it: add, invite, password, role, remove");
    EXPECT_EQ(messageOf({"help", "import", "x"}), "'help' does not take 'x'");
    EXPECT_EQ(messageOf({"explode", "--help"}), "unknown command 'explode'");
}

TEST(CommandLine, AWrongCallComesWithTheUsageOfItsCommandOnly) {
    const std::string usage = usageAfter({"user", "add", "--emial", "e"});
    EXPECT_EQ(usage,
              "usage: inkwell user add --email EMAIL [--admin] [--config FILE]\n"
              "\n"
              "add an account and print its one-time invitation\n"
              "\n"
              "--email=EMAIL  the address of the account\n"
              "--admin        may do everything on this server\n"
              "--config=FILE  the configuration to use\n"
              "-h, --help     print this text\n");
    EXPECT_NE(usageAfter({"user"}).find("  user invite EMAIL "), std::string::npos) << usageAfter({"user"});
    EXPECT_EQ(usageAfter({"user"}).find("import"), std::string::npos) << usageAfter({"user"});
    EXPECT_EQ(usageAfter({"explode"}), helpText(""));
}

TEST(CommandLine, HelpIsGivenWhereverItIsAskedFor) {
    using Topic = std::vector<std::string>;
    const auto topicOf = [](const std::vector<std::string>& words) {
        const CommandLine line = parseCommandLine(words);
        EXPECT_EQ(line.command, "help");
        return line.arguments;
    };
    EXPECT_EQ(topicOf({"--help"}), Topic{});
    EXPECT_EQ(topicOf({"-h"}), Topic{});
    EXPECT_EQ(topicOf({"help"}), Topic{});
    EXPECT_EQ(topicOf({"--nonsense", "--help"}), Topic{});
    EXPECT_EQ(topicOf({"help", "--help"}), Topic{"help"});
    EXPECT_EQ(topicOf({"user", "add", "--help"}), Topic{"user add"});
    EXPECT_EQ(topicOf({"help", "user", "add"}), Topic{"user add"});
    EXPECT_EQ(topicOf({"user", "--help"}), Topic{"user"});
    EXPECT_EQ(topicOf({"help", "user"}), Topic{"user"});
    EXPECT_EQ(topicOf({"export", "--bucket", "--help"}), Topic{"export"});
    EXPECT_EQ(parseCommandLine({"--version"}).command, "version");
}

TEST(CommandLine, HelpNamesWhatThereIs) {
    for (const char* call :
         {"serve [--demo DIR] ", "plugin new KIND NAME [--directory DIR] ", "user add --email EMAIL [--admin] ",
          "export --bucket SLUG [--output FILE] ", "types --bucket SLUG [--output FILE] "}) {
        EXPECT_NE(helpText("").find(call), std::string::npos) << call << " is not in\n" << helpText("");
    }
    EXPECT_TRUE(helpText("plugins").starts_with("usage: inkwell plugins [--config FILE]\n")) << helpText("plugins");
    EXPECT_NE(helpText("plugins").find("\nusage: inkwell plugins enable ID [--config FILE]\n"), std::string::npos)
        << helpText("plugins");
    EXPECT_TRUE(helpText("user").starts_with("usage: inkwell user add ")) << helpText("user");
}

}  // namespace
}  // namespace inkwell::kernel
