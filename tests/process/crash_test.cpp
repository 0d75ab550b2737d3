// A crash leaves a last line: who did what, and where.
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <iterator>
#include <regex>

#include "tests/process/installation.h"
#include "tests/support/sanitized.h"

namespace inkwell::test {
namespace {

std::string lastLineOf(const std::string& text) {
    const std::size_t end = text.find_last_not_of('\n');
    if (end == std::string::npos) return "";
    const std::size_t begin = text.rfind('\n', end);
    return text.substr(begin == std::string::npos ? 0 : begin + 1, end - begin);
}

class Crash : public testing::Test {
protected:
    void SetUp() override {
        if (test::isSanitized()) GTEST_SKIP() << "the sanitizer reports crashes itself";
        const std::string folder = installation_.directory() + "/plugins";
        std::filesystem::create_directories(folder);
        std::filesystem::copy_file(PLUGIN_FIXTURES "/crashes/crasher.so", folder + "/crasher.so");
        installation_.setVariable("INKWELL_PLUGINS_DIRECTORIES", "[\"" INKWELL_BUILT_PLUGINS "\", \"" + folder + "\"]");
    }

    /// The last line of the log, after a crash of this kind that ends the server by `signal`.
    std::string lastLine(const std::string& how, int signal) {
        const auto server = installation_.serve();
        const int port = Installation::portOf(*server);
        EXPECT_ANY_THROW(sendRequest(port, "GET", "/crash/" + how)) << "there was an answer";
        EXPECT_EQ(server->wait(), 128 + signal) << server->err();
        return lastLineOf(server->err());
    }
    static void expectMatch(const std::string& line, const std::string& pattern) {
        EXPECT_TRUE(std::regex_search(line, std::regex(pattern))) << "'" << pattern << "' does not match:\n" << line;
    }

    Installation installation_{Engine::Sqlite};
};

const std::string kRoute = " during GET /crash/\\{how\\} of the plugin 'crasher', request '[0-9a-f]{24}'";
const std::string kStack =
    ", in the code of the plugin 'crasher'; stack: (\\S+\\+0x[0-9a-f]+ )*crasher\\.so\\+0x[0-9a-f]+ ";

TEST_F(Crash, LeavesALineWithPluginRouteRequestSignalAndStack) {
    const std::string line = lastLine("read", SIGSEGV);
    expectMatch(line,
                "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z error kernel the server crashed: SIGSEGV "
                "at the address 0x0" +
                    kRoute + kStack);
    expectMatch(line, " inkwell\\+0x[0-9a-f]+");
}

TEST_F(Crash, ByTooDeepARecursionLeavesALineToo) {
    expectMatch(lastLine("recursion", SIGSEGV), "SIGSEGV at the address 0x[0-9a-f]+" + kRoute + kStack);
}

TEST_F(Crash, ByAbortLeavesALine) {
    expectMatch(lastLine("abort", SIGABRT), "the server crashed: SIGABRT" + kRoute + kStack);
}

TEST_F(Crash, ThatIsAnExitIsNoneThatWasAskedFor) {
    const auto server = installation_.serve();
    EXPECT_ANY_THROW(sendRequest(Installation::portOf(*server), "GET", "/crash/exit")) << "there was an answer";
    EXPECT_EQ(server->wait(), 1) << server->err();
    expectMatch(lastLineOf(server->err()),
                "the server must end: exit\\(\\) was called in GET /crash/\\{how\\} of the plugin 'crasher'");
}

TEST_F(Crash, OfAThreadOfAPluginIsThatPlugins) {
    expectMatch(lastLine("thread", SIGSEGV), "SIGSEGV at the address 0x0 in a thread whose work is not known" + kStack);
}

TEST_F(Crash, OfAStaticObjectNamesThePluginThatIsLoaded) {
    std::filesystem::copy_file(PLUGIN_FIXTURES "/throws_when_loaded/static_thrower.so",
                               installation_.directory() + "/plugins/static_thrower.so");
    const Finished output = installation_.run({"check-config"});
    expectMatch(output.err, "an exception left the loading of its library of the plugin 'static_thrower'");
    expectMatch(output.err, "the table cannot be made");
}

TEST_F(Crash, IsInTheLogFileInItsForm) {
    const std::string log = installation_.directory() + "/server.log";
    const auto server = installation_.serve();
    std::ofstream(installation_.configFile(), std::ios::trunc)
        << R"({"log": {"format": "json", "file": ")" + log + "\"}}";
    ASSERT_EQ(installation_.run({"reload"}).code, 0);
    const int port = Installation::portOf(*server);
    EXPECT_ANY_THROW(sendRequest(port, "GET", "/crash/read"));
    EXPECT_EQ(server->wait(), 128 + SIGSEGV);
    std::ifstream file(log, std::ios::binary);
    const std::string line = lastLineOf(std::string(std::istreambuf_iterator<char>(file), {}));
    const Json object = parseJson(line);
    expectMatch(std::string(textOf(object.as_object(), "message")),
                "the server crashed: SIGSEGV" + std::string(".*") + kRoute);
    EXPECT_EQ(lastLineOf(server->err()), line) << "not on standard error too";
}

TEST_F(Crash, SignalledFromOutsideNamesTheSender) {
    const auto server = installation_.serve();
    server->send(SIGABRT);
    EXPECT_EQ(server->wait(), 128 + SIGABRT);
    expectMatch(lastLineOf(server->err()),
                "the server crashed: SIGABRT sent by the process " + std::to_string(getpid()) + " in a thread");
}

}  // namespace
}  // namespace inkwell::test
