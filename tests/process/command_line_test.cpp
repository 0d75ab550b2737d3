// The program as an operator meets it; every command that README and share/doc name is run here.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <thread>
#include <utility>

#include "tests/process/installation.h"

namespace inkwell::test {
namespace {

class Program : public testing::TestWithParam<Engine> {};

void waitForDemo(ChildProcess& server) { EXPECT_TRUE(server.waitForOut("Try it:")) << server.err(); }

TEST_P(Program, TheDemoPrintsCurlLinesThatWork) {
    const Installation installation(GetParam());
    const std::vector<std::string> demo = {"--demo", INKWELL_SOURCE_DIR "/share/demo"};
    for (const bool first : {true, false}) {
        auto server = installation.serve(demo);
        waitForDemo(*server);
        const std::string out = server->out();
        EXPECT_EQ(out.find("password ") != std::string::npos && out.find("(shown once)") != std::string::npos, first)
            << out;
        // Two people may try it at once.
        for (const std::string email : {"admin@example.com", "editor@example.com"}) {
            const std::size_t at = out.find(email + "  password ");
            ASSERT_EQ(at != std::string::npos, first) << email << out;
            if (!first) continue;
            const std::size_t begin = at + email.size() + 11;
            const JsonObject signIn{{"email", email}, {"password", out.substr(begin, out.find(' ', begin) - begin)}};
            const auto session = sendRequest(Installation::portOf(*server), "POST", "/v2/session",
                                             {{"Inkwell-Session", "1"}}, writeJson(signIn));
            ASSERT_EQ(session.status, 200) << email << session.body;
            const std::string_view role = email.starts_with("admin") ? "admin" : "editor";
            EXPECT_EQ(session.array("buckets").at(0).at("role"), Json(role));
        }
        int curls = 0;
        for (std::size_t at = out.find("  curl "); at != std::string::npos; at = out.find("  curl ", at + 1)) {
            const std::string command = out.substr(at + 2, out.find('\n', at + 2) - at - 2);
            const Finished curl = runProgram("/bin/sh", {"-c", command + " -sS --fail-with-body"});
            EXPECT_EQ(curl.code, 0) << command << curl.out << curl.err;
            EXPECT_NE(curl.out.find("\"id\""), std::string::npos) << curl.out;
            ++curls;
        }
        EXPECT_EQ(curls, 3);
        server->send(SIGTERM);
        EXPECT_EQ(server->wait(), 0) << server->err();
        EXPECT_EQ(server->err().find(out.substr(out.find("read key") + 15, 50)), std::string::npos)
            << "a key was logged";
    }
}

TEST(Demo, OfTwoServersThatStartTogetherIsMadeOnce) {
    const Installation one(Engine::Mysql);
    const Installation two(Engine::Mysql, one.database());
    const std::vector<std::string> words = {"serve", "--demo", INKWELL_SOURCE_DIR "/share/demo", "--config"};
    std::vector<std::unique_ptr<ChildProcess>> servers;
    for (const Installation* of : {&one, &two}) {
        std::vector<std::string> all = words;
        all.push_back(of->configFile());
        servers.push_back(std::make_unique<ChildProcess>(INKWELL_BINARY, all, of->environment()));
    }
    std::string keys;
    int passwords = 0;
    for (const auto& server : servers) {
        waitForDemo(*server);
        const std::string out = server->out();
        passwords += out.find("(shown once)") != std::string::npos ? 1 : 0;
        const std::string found = out.substr(out.find("read key "), out.find("Try it:") - out.find("read key "));
        EXPECT_EQ(std::exchange(keys, found), keys.empty() ? "" : found);
    }
    EXPECT_EQ(passwords, 1) << "whoever made it shows them";
}

TEST(Demo, BesideAccountsThatAreThereSaysHowOneGetsARoleInItsBucket) {
    const Installation installation(Engine::Sqlite);
    ASSERT_EQ(installation.run({"user", "add", "--email", "ann@example.com", "--admin"}).code, 0);
    auto server = installation.serve({"--demo", INKWELL_SOURCE_DIR "/share/demo"});
    waitForDemo(*server);
    const std::string out = server->out();
    EXPECT_NE(out.find("one gets a role in the bucket with: inkwell user role EMAIL admin --bucket demo\n"),
              std::string::npos)
        << out;
    EXPECT_EQ(out.find("admin@example.com"), std::string::npos) << "there is no such account: " << out;
}

TEST(Demo, IsWholeAfterAStartThatWasKilledWhileItWasMade) {
    const Installation installation(Engine::Sqlite);
    const std::vector<std::string> demo = {"--demo", INKWELL_SOURCE_DIR "/share/demo"};
    const std::vector<std::string> words = {"serve", "--demo", INKWELL_SOURCE_DIR "/share/demo", "--config",
                                            installation.configFile()};
    // Further each time, until one of them has come to the end.
    bool isWhole = false;
    for (int ms = 150; ms < 3000 && !isWhole; ms += ms / 3) {
        ChildProcess server(INKWELL_BINARY, words, installation.environment());
        std::this_thread::sleep_for(std::chrono::milliseconds(ms));
        isWhole = server.out().find("Try it:") != std::string::npos;
        server.send(SIGKILL);
        server.wait();
    }
    auto server = installation.serve(demo);
    waitForDemo(*server);
    const auto keyOf = [out = server->out()](const std::string& name) {
        return out.substr(out.find(name) + name.size(), 50);
    };
    const std::string bucket = "/v2/buckets/demo";
    const std::string readKey = "?read_key=" + keyOf("read key       ");
    const auto media = sendRequest(Installation::portOf(*server), "GET", bucket + "/media" + readKey + "&limit=100");
    ASSERT_EQ(media.status, 200) << media.body;
    EXPECT_GT(media.array("media").size(), 0U);
    for (const Json& one : media.array("media")) EXPECT_GT(one.at("size").to_number<int>(), 0) << writeJson(one);
    const Finished users = installation.run({"user", "invite", "editor@example.com"});
    EXPECT_EQ(users.code, 0) << users.err;
}

TEST_P(Program, UsersAreAddedInvitedAndGivenPasswords) {
    const Installation installation(GetParam());
    const Finished added = installation.run({"user", "add", "--email", "Ann@Example.com", "--admin"});
    ASSERT_EQ(added.code, 0) << added.err;
    const std::string mark = "/v2/invitations/";
    const std::string token = added.out.substr(added.out.find(mark) + mark.size(), 50);
    const auto server = installation.serve();
    const int port = Installation::portOf(*server);
    EXPECT_NE(added.out.find("in a browser, where the dashboard runs: http"), std::string::npos) << added.out;
    EXPECT_NE(added.out.find("/dashboard/-/invitation#" + token + "\n"), std::string::npos) << added.out;
    EXPECT_EQ(sendRequest(port, "GET", "/dashboard/-/invitation").status, 200);
    const std::string password = R"({"password": "a long password"})";
    EXPECT_EQ(sendRequest(port, "POST", mark + token, {}, R"({"password": "short"})").status, 400);
    EXPECT_EQ(sendRequest(port, "POST", mark + token, {}, password).status, 200);
    EXPECT_NE(sendRequest(port, "POST", mark + token, {}, password).status, 200) << "an invitation worked twice";
    const auto signIn = [&](const std::string& with) {
        return sendRequest(port, "POST", "/v2/authenticate", {},
                           R"({"email": "ann@example.com", "password": ")" + with + "\"}");
    };
    const Reply signedIn = signIn("a long password");
    ASSERT_EQ(signedIn.status, 200) << signedIn.body;
    const std::string userToken(textOf(signedIn.json(), "token"));
    EXPECT_EQ(sendRequest(port, "GET", "/v2/user", {bearer(userToken)}).status, 200);

    EXPECT_EQ(installation.run({"user", "password", "ann@example.com"}, "another password\n").code, 0);
    EXPECT_EQ(sendRequest(port, "GET", "/v2/user", {bearer(userToken)}).status, 401);
    EXPECT_EQ(signIn("another password").status, 200);
    EXPECT_EQ(installation.run({"user", "invite", "nobody@example.com"}).code, 1);
    EXPECT_EQ(installation.run({"user", "add", "--email", "ann@example.com"}).code, 1);
    EXPECT_EQ(installation.run({"user", "invite", "ann@example.com"}).code, 0);

    const std::string living(textOf(signIn("another password").json(), "token"));
    const Finished removed = installation.run({"user", "remove", "ANN@example.com"});
    EXPECT_EQ(removed.code, 0) << removed.err;
    EXPECT_NE(removed.out.find("removed ann@example.com"), std::string::npos) << removed.out;
    EXPECT_EQ(sendRequest(port, "GET", "/v2/user", {bearer(living)}).status, 401);
    EXPECT_EQ(installation.run({"user", "remove", "ann@example.com"}).code, 1);
}

// Whoever is an administrator of the server has no role in it by that.
TEST_P(Program, ABucketThatAnImportMadeIsGivenAnAdmin) {
    const Installation installation(GetParam());
    const auto server = installation.serve();
    const int port = Installation::portOf(*server);
    ASSERT_EQ(installation.run({"user", "add", "--email", "ann@example.com", "--admin"}).code, 0);
    ASSERT_EQ(installation.run({"user", "password", "ann@example.com"}, "a long password\n").code, 0);
    const Reply signedIn = sendRequest(port, "POST", "/v2/authenticate", {},
                                       R"({"email": "ann@example.com", "password": "a long password"})");
    const auto token = bearer(std::string(textOf(signedIn.json(), "token")));
    const std::string older = INKWELL_TEST_FIXTURES "/documents/older.bucket.json";
    const std::string hint =
        "nobody has a role in it yet; an account gets one with: inkwell user role EMAIL admin --bucket old\n";
    const Finished imported = installation.run({"import", older, "--bucket", "old"});
    EXPECT_TRUE(imported.out.ends_with(hint)) << imported.out;
    EXPECT_EQ(installation.run({"import", older, "--bucket", "old"}).out.find(hint), std::string::npos);
    EXPECT_EQ(sendRequest(port, "GET", "/v2/buckets/old", {token}).status, 404);

    const Finished given = installation.run({"user", "role", "Ann@Example.com", "admin", "--bucket", "old"});
    EXPECT_EQ(given.code, 0) << given.err;
    EXPECT_EQ(given.out, "ann@example.com is admin of bucket 'old'\n");
    EXPECT_EQ(sendRequest(port, "GET", "/v2/buckets/old", {token}).status, 200);
    EXPECT_EQ(sendRequest(port, "GET", "/v2/buckets/old/users", {token}).json().at("total"), Json(1));
    EXPECT_EQ(sendRequest(port, "DELETE", "/v2/buckets/old", {token}).status, 200);
}

TEST_P(Program, ARoleThatCannotBeGivenIsRefused) {
    const Installation installation(GetParam());
    const std::string older = INKWELL_TEST_FIXTURES "/documents/older.bucket.json";
    ASSERT_EQ(installation.run({"import", older, "--bucket", "old"}).code, 0);
    ASSERT_EQ(installation.run({"user", "add", "--email", "ann@example.com"}).code, 0);
    const auto refusalOf = [&](const std::string& email, const std::string& role, const std::string& bucket) {
        const Finished refused = installation.run({"user", "role", email, role, "--bucket", bucket});
        EXPECT_EQ(refused.code, 1) << refused.out;
        return refused.err.substr(refused.err.rfind("inkwell: "));
    };
    EXPECT_EQ(refusalOf("ann@example.com", "owner", "old"),
              "inkwell: 'owner' is not a role; roles are admin, developer, editor and contributor\n");
    EXPECT_EQ(refusalOf("ann@example.com", "admin", "new"), "inkwell: bucket 'new' was not found\n");
    EXPECT_EQ(refusalOf("bob@example.com", "admin", "old"), "inkwell: user 'bob@example.com' was not found\n");
}

TEST_P(Program, ImportsIntoARunningServerAndExports) {
    const Installation installation(GetParam());
    const auto server = installation.serve();
    const std::string older = INKWELL_TEST_FIXTURES "/documents/older.bucket.json";
    const Finished imported = installation.run({"import", older, "--bucket", "old"});
    ASSERT_EQ(imported.code, 0) << imported.err;
    EXPECT_NE(imported.out.find("objects: 4 created"), std::string::npos) << imported.out;
    EXPECT_NE(imported.err.find("objects 4/4"), std::string::npos) << imported.err;
    const Finished again = installation.run({"import", older, "--bucket", "old"});
    EXPECT_NE(again.out.find("objects: 0 created, 0 updated, 4 unchanged"), std::string::npos) << again.out;

    const std::string file = installation.directory() + "/export.json";
    EXPECT_EQ(installation.run({"export", "--bucket", "old", "--output", file}).code, 0);
    EXPECT_EQ(installation.run({"import", file, "--bucket", "copy"}).code, 0);
    const Finished refused = installation.run({"export", "--bucket", "nothing"});
    EXPECT_EQ(refused.code, 1);
    EXPECT_TRUE(refused.err.starts_with("inkwell: configuration " + installation.configFile() +
                                        ", the database itself (engine " + engineName(GetParam()) +
                                        ", data directory " + installation.directory() + "/data)\n"))
        << refused.err;

    std::ofstream(installation.directory() + "/cut.json") << R"({"bucket": {"objects": [)";
    const Finished cut = installation.run({"import", installation.directory() + "/cut.json", "--bucket", "cut"});
    EXPECT_EQ(cut.code, 1);
    EXPECT_NE(cut.err.find("cut.json"), std::string::npos) << cut.err;
    EXPECT_EQ(sendRequest(Installation::portOf(*server), "GET", "/v2/buckets/cut/objects").status, 404);
}

TEST_P(Program, PluginsAreSwitchedOnARunningServerAndStaySo) {
    const Installation installation(GetParam());
    auto server = installation.serve();
    EXPECT_EQ(installation.run({"plugins", "disable", "media"}).code, 0);
    EXPECT_EQ(sendRequest(Installation::portOf(*server), "GET", "/v2/buckets/x/media").status, 404);
    const Finished list = installation.run({"plugins"});
    EXPECT_EQ(list.code, 0);
    EXPECT_NE(list.out.find("disabled"), std::string::npos) << list.out;
    const Finished refused = installation.run({"plugins", "disable", "buckets"});
    EXPECT_EQ(refused.code, 1);
    EXPECT_NE(refused.err.find("objects"), std::string::npos) << refused.err;

    server->send(SIGTERM);
    EXPECT_EQ(server->wait(), 0);
    EXPECT_NE(installation.run({"plugins"}).out.find("disabled"), std::string::npos);
    EXPECT_EQ(installation.run({"plugins", "disable", "objects"}).code, 1) << "metafields needs it";
    EXPECT_EQ(installation.run({"plugins", "enable", "media"}).code, 3) << "that waits for the next start";
    EXPECT_EQ(installation.run({"plugins"}).out.find("disabled"), std::string::npos);
    EXPECT_EQ(installation.run({"plugins", "enable", "no-such-plugin"}).code, 1);
}

TEST_P(Program, ABadConfigurationStopsTheStartAndNamesFileAndKey) {
    const Installation installation(GetParam());
    EXPECT_EQ(installation.run({"check-config"}).code, 0);
    std::ofstream(installation.configFile()) << R"({"http": {"prot": 80, "port": "eighty"}})";
    for (const char* command : {"check-config", "serve"}) {
        const Finished refused = installation.run({command});
        EXPECT_EQ(refused.code, 1);
        for (const std::string word : {"inkwell.json", "http.prot"}) {
            EXPECT_NE(refused.err.find(word), std::string::npos) << word << " in " << refused.err;
        }
    }
}

TEST(DataDirectory, OfWhichThePathIsTooLongIsRefusedBeforeAnythingIsMade) {
    Installation installation(Engine::Sqlite);
    const std::string deep = installation.directory() + "/" + std::string(100, 'd');
    installation.setVariable("INKWELL_DATA_DIRECTORY", deep);
    for (const char* command : {"check-config", "serve"}) {
        const Finished refused = installation.run({command});
        EXPECT_EQ(refused.code, 1) << command;
        EXPECT_NE(refused.err.find("'" + deep + "' has " + std::to_string(deep.size()) + " bytes"), std::string::npos)
            << refused.err;
        EXPECT_FALSE(std::filesystem::exists(deep + "/inkwell.db")) << command;
    }
}

TEST_P(Program, TwoServersNeverShareOneDataDirectory) {
    const Installation installation(GetParam());
    const auto server = installation.serve();
    const Finished second = installation.run({"serve"});
    EXPECT_EQ(second.code, 1);
    EXPECT_NE(second.err.find("another server is running with the data directory '" + installation.directory() +
                              "/data': the server at http://127.0.0.1:"),
              std::string::npos)
        << second.err;
    EXPECT_EQ(sendRequest(Installation::portOf(*server), "GET", "/v2/status").status, 200);
}

// As a server that is starting does, which has no admin socket yet.
TEST_P(Program, AServerDoesNotStartBesideOneThatStarts) {
    const Installation installation(GetParam());
    std::filesystem::create_directories(installation.directory() + "/data");
    const int claim = open((installation.directory() + "/data").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    ASSERT_EQ(flock(claim, LOCK_EX | LOCK_NB), 0);
    const Finished second = installation.run({"serve"});
    EXPECT_EQ(second.code, 1);
    EXPECT_NE(second.err.find("another server is starting or stopping with the data directory"), std::string::npos)
        << second.err;
    close(claim);
}

TEST(WrongCalls, EndWithCode2AndSayHowThatCommandIsCalled) {
    const Finished wrong = runProgram(INKWELL_BINARY, {"import", "f.json", "--bukket=b"});
    EXPECT_EQ(wrong.code, 2);
    EXPECT_EQ(wrong.out, "");
    EXPECT_TRUE(
        wrong.err.starts_with("inkwell: 'import' does not know the option '--bukket'\n\n"
                              "usage: inkwell import FILE --bucket SLUG [--config FILE]\n"))
        << wrong.err;
    EXPECT_EQ(wrong.err.find("plugins"), std::string::npos) << wrong.err;
    const Finished unknown = runProgram(INKWELL_BINARY, {"explode"});
    EXPECT_EQ(unknown.code, 2);
    EXPECT_TRUE(unknown.err.starts_with("inkwell: unknown command 'explode'\n")) << unknown.err;
}

TEST(Help, IsPrintedForACommandAndForAll) {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"help", "import"}, {"import", "--help"}, {"import", "-h", "--nonsense"}}) {
        const Finished help = runProgram(INKWELL_BINARY, words);
        EXPECT_EQ(help.code, 0) << help.err;
        EXPECT_TRUE(help.out.starts_with("usage: inkwell import FILE --bucket SLUG [--config FILE]\n")) << help.out;
    }
    const Finished all = runProgram(INKWELL_BINARY, {"help"});
    EXPECT_EQ(all.code, 0) << all.err;
    EXPECT_NE(all.out.find("  check-config "), std::string::npos) << all.out;
}

TEST(Output, ThatIsLostIsNoSuccess) {
    const Installation installation(Engine::Sqlite);
    // Into a pipe that nobody reads.
    const auto runUnread = [&](std::vector<std::string> words) {
        words.insert(words.begin(),
                     {"-c", "trap '' PIPE; exec > >(exec true); wait $!; exec \"$0\" \"$@\"", INKWELL_BINARY});
        return runProgram("/bin/bash", words, installation.environment());
    };
    const std::vector<std::string> config = {"--config", installation.configFile()};
    for (std::vector<std::string> words :
         {std::vector<std::string>{"user", "add", "--email", "ann@example.com"}, {"plugins"}, {"check-config"}}) {
        words.insert(words.end(), config.begin(), config.end());
        const Finished lost = runUnread(words);
        EXPECT_EQ(lost.code, 1) << words[0];
        EXPECT_NE(lost.err.find("inkwell: the output cannot be written"), std::string::npos) << lost.err;
    }
    EXPECT_EQ(runUnread({"version"}).code, 1);
    EXPECT_EQ(installation.run({"user", "invite", "ann@example.com"}).code, 0) << "the account was made";
}

TEST(CommandsBesideTheServer, WriteNothingIntoItsLog) {
    const Installation installation(Engine::Sqlite);
    const std::string log = installation.directory() + "/server.log";
    std::ofstream(installation.configFile()) << R"({"log": {"file": ")" + log + R"(", "level": "debug"}})";
    EXPECT_EQ(installation.run({"user", "add", "--email", "ann@example.com"}).code, 0);
    EXPECT_EQ(installation.run({"plugins"}).code, 0);
    EXPECT_EQ(installation.run({"plugins", "disable", "media"}).code, 3);
    const Finished checked = installation.run({"check-config"});
    EXPECT_EQ(checked.code, 0) << checked.err;
    EXPECT_NE(checked.out.find("log.level = \"debug\""), std::string::npos) << checked.out;
    EXPECT_FALSE(std::filesystem::exists(log));
}

TEST(CommandsOnContent, SayWhichFileTheyCannotRead) {
    Installation installation(Engine::Sqlite);
    const std::string folder = installation.directory() + "/x.json";
    std::filesystem::create_directory(folder);
    const Finished import = installation.run({"import", folder, "--bucket", "demo"});
    EXPECT_EQ(import.code, 1);
    EXPECT_NE(import.err.find("cannot read the file '" + folder + "'"), std::string::npos) << import.err;
    const Finished content = installation.run(
        {"content", "diff", "--from", "https://x.example/v2/buckets/a", "--from-token", folder + "/none", "--to", "b"});
    EXPECT_EQ(content.code, 1);
    EXPECT_NE(content.err.find("cannot read the file '" + folder + "/none' (--from-token)"), std::string::npos)
        << content.err;
}

TEST(CommandsOnContent, MakeNoDatabaseWhereThereIsNone) {
    Installation installation(Engine::Sqlite);
    const std::string typo = installation.directory() + "/typo";
    installation.setVariable("INKWELL_DATA_DIRECTORY", typo);
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"types", "--bucket", "demo"},
          {"export", "--bucket", "demo"},
          {"schema", "pull", installation.directory() + "/schema", "--bucket", "demo"},
          {"content", "diff", "--from", "demo", "--to", "other"},
          {"user", "invite", "anna@example.com"}}) {
        const Finished finished = installation.run(command);
        EXPECT_EQ(finished.code, 1) << command[0];
        EXPECT_NE(finished.err.find("has no database yet: is '" + typo + "'"), std::string::npos) << finished.err;
        EXPECT_FALSE(std::filesystem::exists(typo)) << command[0];
    }
}

TEST(CommandsThatRead, LeaveTablesOfAnOlderVersionAsTheyAre) {
    const Installation installation(Engine::Sqlite);
    ASSERT_EQ(installation.run({"import", INKWELL_SOURCE_DIR "/share/demo/demo.bucket.json", "--bucket", "demo"}).code,
              0);
    const auto sql = [&](const std::string& text) {
        return runProgram("/usr/bin/sqlite3", {installation.database(), text}).out;
    };
    sql("DELETE FROM schema_migrations WHERE plugin = 'kernel' AND number = (SELECT MAX(number) FROM "
        "schema_migrations WHERE plugin = 'kernel')");
    const std::string before = sql("SELECT COUNT(*) FROM schema_migrations");
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"types", "--bucket", "demo"},
          {"export", "--bucket", "demo"},
          {"schema", "pull", installation.directory() + "/schema", "--bucket", "demo"},
          {"schema", "diff", installation.directory(), "--bucket", "demo"},
          {"content", "diff", "--from", "demo", "--to", "other"}}) {
        const Finished finished = installation.run(command);
        EXPECT_EQ(finished.code, 1) << command[0];
        EXPECT_NE(
            finished.err.find("the database's tables are 1 step behind this program, and this command only reads"),
            std::string::npos)
            << finished.err;
        EXPECT_EQ(sql("SELECT COUNT(*) FROM schema_migrations"), before) << command[0];
    }
}

TEST(Ledger, NamesThePluginsWhoseTablesItDoesNotKnow) {
    const Installation installation(Engine::Sqlite);
    const std::string text = "the database has tables of the plugin 'future', which this program does not have: ";
    installation.serve();
    ASSERT_EQ(runProgram("/usr/bin/sqlite3",
                         {installation.database(),
                          "INSERT INTO schema_migrations (plugin, number, name, digest, applied_at) VALUES "
                          "('future', 1, 'x', 'y', 1)"})
                  .code,
              0);
    EXPECT_NE(installation.run({"doctor"}).out.find(text), std::string::npos);
    const auto server = installation.serve();
    EXPECT_NE(server->err().find(text), std::string::npos) << server->err();
}

TEST(DataDirectory, ThatCannotBeUsedIsNamed) {
    Installation installation(Engine::Sqlite);
    const std::string file = installation.directory() + "/file";
    std::ofstream(file) << "no folder";
    installation.setVariable("INKWELL_DATA_DIRECTORY", file + "/data");
    const Finished refused = installation.run({"serve"});
    EXPECT_EQ(refused.code, 1);
    EXPECT_NE(refused.err.find("the data directory '" + file + "/data' (data.directory) cannot be used: "),
              std::string::npos)
        << refused.err;
}

TEST(Ports, ThatAreTakenAreNamedWithTheirKeys) {
    Installation installation(Engine::Sqlite);
    const auto first = installation.serve();
    installation.setVariable("INKWELL_DATA_DIRECTORY", installation.directory() + "/other");
    const auto refusalOf = [&](const char* variable, int port) {
        installation.setVariable(variable, std::to_string(port));
        const Finished refused = installation.run({"serve"});
        installation.setVariable(variable, "0");
        EXPECT_EQ(refused.code, 1);
        return refused.err;
    };
    const int port = Installation::portOf(*first);
    EXPECT_NE(refusalOf("INKWELL_HTTP_PORT", port).find("(http.host, http.port)"), std::string::npos);
    EXPECT_NE(refusalOf("INKWELL_HTTP_UPLOAD_PORT", port).find("(http.upload_host, http.upload_port)"),
              std::string::npos);
    EXPECT_NE(refusalOf("INKWELL_ADMIN_PORT", port).find("(admin.host, admin.port)"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Engines, Program, testing::Values(Engine::Sqlite, Engine::Mysql),
                         [](const auto& tested) { return engineName(tested.param); });

}  // namespace
}  // namespace inkwell::test
