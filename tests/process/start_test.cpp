// What the start says, and what check-config finds before it.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>

#include "tests/process/installation.h"
#include "tests/support/unused_port.h"

namespace inkwell::test {
namespace {

namespace fs = std::filesystem;

class Start : public testing::Test {
protected:
    void writePlugin(const std::string& id, const std::string& text) const {
        std::ofstream(installation_.directory() + "/config/plugins.d/" + id + ".json", std::ios::trunc) << text;
    }
    static void expectPart(const std::string& text, const std::string& part) {
        EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is not in:\n" << text;
    }
    static void expectOnce(const std::string& text, const std::string& part) {
        const std::size_t at = text.find(part);
        ASSERT_NE(at, std::string::npos) << "'" << part << "' is not in:\n" << text;
        EXPECT_EQ(text.find(part, at + 1), std::string::npos) << "'" << part << "' is twice in:\n" << text;
    }
    /// What `serve` is refused with; check-config finds the same.
    std::string refusal(const std::string& part) const {
        const Finished checked = installation_.run({"check-config"});
        EXPECT_EQ(checked.code, 1);
        expectPart(checked.err, part);
        const Finished refused = installation_.run({"serve"});
        EXPECT_EQ(refused.code, 1);
        expectOnce(refused.err, part);
        return refused.err;
    }
    /// check-config says this of a path that `serve` refuses in words of its own.
    void expectRefusedPath(const std::string& path, const std::string& why) const {
        const Finished checked = installation_.run({"check-config"});
        EXPECT_EQ(checked.code, 1);
        expectPart(checked.err, "cannot start: the folder '" + path + "' cannot be used: " + why);
        const Finished refused = installation_.run({"serve"});
        EXPECT_EQ(refused.code, 1);
        expectPart(refused.err, path);
    }
    /// The program as a user who is not root.
    Finished runAsNobody(std::vector<std::string> words) const {
        words.insert(words.begin(), {"--reuid=65534", "--regid=65534", "--clear-groups", INKWELL_BINARY});
        words.insert(words.end(), {"--config", installation_.configFile()});
        return runProgram("/usr/bin/setpriv", words,
                          {{"INKWELL_DATA_DIRECTORY", dataDirectory()},
                           {"INKWELL_HTTP_PORT", "0"},
                           {"INKWELL_HTTP_UPLOAD_PORT", "0"},
                           {"INKWELL_ADMIN_PORT", "0"}});
    }
    std::string dataDirectory() const { return installation_.directory() + "/data"; }

    Installation installation_{Engine::Sqlite};
};

TEST_F(Start, NamesTheAddressesItListensAtAndThoseOfClients) {
    installation_.setVariable("INKWELL_HTTP_BASE_URL", "https://cms.example.com");
    const auto server = installation_.serve();
    const std::string port = std::to_string(Installation::portOf(*server));
    const std::string log = server->err();
    expectPart(log, "serving at http://127.0.0.1:" + port + ", uploads at http://127.0.0.1:");
    expectPart(log, ", admin at http://127.0.0.1:" + std::to_string(Installation::adminPortOf(*server)) +
                        "; clients are told https://cms.example.com\n");
}

TEST_F(Start, ThatIsToldToStopEnds) {
    installation_.setVariable("INKWELL_PLUGINS_DIRECTORIES",
                              "[\"" INKWELL_BUILT_PLUGINS "\", \"" PLUGIN_FIXTURES "/slow_start\"]");
    installation_.setVariable("INKWELL_PLUGINS_SLOW_START_UNTIL", installation_.directory() + "/never");
    for (const int signal : {SIGTERM, SIGINT}) {
        ChildProcess server(INKWELL_BINARY, {"serve", "--config", installation_.configFile()},
                            installation_.environment());
        ASSERT_TRUE(server.waitForErr("starting with the configuration"));
        server.send(signal);
        EXPECT_EQ(server.wait(), 0) << server.err();
        expectPart(server.err(), "stopped before it served");
    }
}

TEST_F(Start, OfAStoreWithoutItsSettingsNamesTheSetting) {
    writePlugin("media", R"({"store": "s3"})");
    const std::string refused = refusal(
        "no media store named 's3' (the setting 'store'); available: disk; the plugin 'media_store_s3' has it, but its "
        "setting 'bucket' (plugins.d/media_store_s3.json) is empty");
    expectPart(refused, "plugin 'media' (");
}

TEST_F(Start, WithADemoWhoseFilesCannotBeStoredTellsWhyAndThePasswords) {
    writePlugin("media", R"({"store": "s3"})");
    writePlugin("media_store_s3", R"({"bucket": "media", "endpoint": "http://127.0.0.1:)" +
                                      std::to_string(unusedPort()) +
                                      R"(", "access_key": "k", "secret_key": "s", "path_style": true})");
    const Finished ended = installation_.run({"serve", "--demo", INKWELL_SOURCE_DIR "/share/demo"});
    EXPECT_EQ(ended.code, 1);
    expectPart(ended.err, "inkwell: the demo's file '");
    expectPart(ended.err, "' cannot be stored: the media store is away (the S3 service cannot be reached: ");
    expectPart(ended.out, "  administrator  admin@example.com  password ");
    expectPart(ended.out, "  editor         editor@example.com  password ");
}

TEST_F(Start, WithADemoThatIsNotThereMakesNothing) {
    const Finished ended = installation_.run({"serve", "--demo", "/nowhere"});
    EXPECT_EQ(ended.code, 1);
    expectPart(ended.err, "cannot read the demo's file '/nowhere/demo.bucket.json'");
    EXPECT_FALSE(fs::exists(dataDirectory() + "/inkwell.db"));
}

TEST_F(Start, AtAHostThatIsNoneIsRefused) {
    installation_.setVariable("INKWELL_HTTP_UPLOAD_HOST", "no such host");
    const Finished checked = installation_.run({"check-config"});
    EXPECT_EQ(checked.code, 1);
    expectPart(checked.err, "http.upload_host: nothing can listen at 'no such host': ");
}

TEST_F(Start, OfAStoreWhosePluginIsOffNamesThePlugin) {
    writePlugin("media", R"({"store": "s3"})");
    writePlugin("media_store_s3",
                R"({"enabled": false, "bucket": "media", "access_key": "a", "secret_key": "secret"})");
    refusal("the plugin 'media_store_s3' has it, but it is disabled");
}

TEST_F(Start, FindsFoldersThatCannotBe) {
    const std::string file = installation_.directory() + "/file";
    std::ofstream(file) << "no folder";
    writePlugin("media_store_disk", R"({"root": ")" + file + "\"}");
    expectRefusedPath(file, "it is not a folder");
    writePlugin("media_store_disk", "{}");
    writePlugin("images", R"({"cache_directory": ")" + file + "/images\"}");
    expectRefusedPath(file + "/images", "Not a directory");
    writePlugin("images", "{}");
    writePlugin("database_sqlite", R"({"file": ")" + installation_.directory() + "\"}");
    refusal("cannot open the database file '" + installation_.directory() + "': it is a folder");
}

TEST_F(Start, WithTheSettingsOfARemovedPluginThatWasDisabledOnlyWarns) {
    writePlugin("shop", R"({"enabled": false, "currency": "EUR"})");
    const Finished checked = installation_.run({"check-config"});
    EXPECT_EQ(checked.code, 0) << checked.err;
    const std::string warning = "there is no such plugin; its settings say that it is disabled";
    expectOnce(checked.err, warning);
    const auto server = installation_.serve();
    expectPart(server->err(), "warn  kernel plugin 'shop' (");
    expectOnce(server->err(), warning);
    EXPECT_EQ(installation_.run({"reload"}).code, 0);
    EXPECT_EQ(installation_.run({"plugins", "disable", "media"}).code, 0);
    server->send(SIGTERM);
    EXPECT_EQ(server->wait(), 0);
    EXPECT_EQ(installation_.run({"plugins", "enable", "media"}).err.find("cannot be"), std::string::npos);
}

TEST_F(Start, WithTheSettingsOfAPluginThatIsNotThereIsRefused) {
    for (const std::string text : {"{}", R"({"enabled": true})", R"({"currency": "EUR"})"}) {
        writePlugin("shop", text);
        refusal("there is no such plugin; there are: 'autosave', 'bucket_tokens', 'buckets'");
    }
}

TEST_F(Start, PrintsAReasonOnce) {
    const auto first = installation_.serve();
    installation_.setVariable("INKWELL_DATA_DIRECTORY", installation_.directory() + "/other");
    installation_.setVariable("INKWELL_HTTP_PORT", std::to_string(Installation::portOf(*first)));
    expectOnce(installation_.run({"serve"}).err, "cannot listen at ");
    installation_.setVariable("INKWELL_HTTP_PORT", "0");
    writePlugin("media", R"({"stroe": "disk"})");
    expectOnce(installation_.run({"serve"}).err, "unknown key 'stroe'");
    writePlugin("media", "{}");
    writePlugin("buckets", R"({"creation": "nobody"})");
    const std::string err = installation_.run({"serve"}).err;
    expectOnce(err, "the setting 'creation' must be 'everyone' or 'admins'");
    expectPart(err, "of the plugin 'buckets', which failed\n");
}

TEST_F(Start, InADatabaseOfAnotherProgramMakesNothingThere) {
    fs::create_directory(dataDirectory());
    const auto sqlite = [&](const char* sql) {
        return runProgram("/usr/bin/sqlite3", {installation_.database(), sql});
    };
    ASSERT_EQ(sqlite("CREATE TABLE webhooks (note TEXT)").code, 0);
    for (const char* mode : {"stop", "degrade"}) {
        installation_.setVariable("INKWELL_PLUGINS_ON_FAILURE", mode);
        const Finished refused = installation_.run({"serve"});
        EXPECT_EQ(refused.code, 1) << mode;
        expectPart(refused.err, "the database has a table 'webhooks' and no 'schema_migrations'");
        EXPECT_EQ(sqlite(".tables").out, "webhooks\n") << mode;
    }
}

TEST_F(Start, ThatFailsLeavesTheReasonInTheFileOfTheLog) {
    const std::string log = installation_.directory() + "/server.log";
    installation_.setVariable("INKWELL_LOG_FILE", log);
    writePlugin("media", R"({"store": "tape"})");
    expectOnce(installation_.run({"serve"}).err, "no media store named 'tape'");
    std::ifstream file(log);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    expectOnce(text, "error kernel the server ends: plugin 'media' (");
    expectOnce(text, "no media store named 'tape'");
}

TEST_F(Start, WithAConfigurationThatOnlyTheServerMayReadSaysSo) {
    if (geteuid() != 0) GTEST_SKIP() << "only root can be somebody else";
    fs::permissions(fs::path(installation_.configFile()).parent_path(), fs::perms::owner_all);
    for (const char* command : {"serve", "check-config", "plugins"}) {
        const Finished refused = runAsNobody({command});
        EXPECT_EQ(refused.code, 1);
        expectOnce(refused.err, installation_.configFile() +
                                    " cannot be read: Permission denied; run the command as the server's user");
    }
}

TEST_F(Start, InADataDirectoryOfAnotherUserNamesTheDirectory) {
    if (geteuid() != 0) GTEST_SKIP() << "only root can be somebody else";
    fs::create_directory(dataDirectory());
    fs::permissions(dataDirectory(), fs::perms::owner_all);
    const Finished server = runAsNobody({"serve"});
    EXPECT_EQ(server.code, 1);
    expectOnce(server.err,
               "the data directory '" + dataDirectory() + "' (data.directory) cannot be used: Permission denied");
    EXPECT_EQ(server.err.find("socket"), std::string::npos) << server.err;
    for (const std::vector<std::string>& words : {std::vector<std::string>{"plugins"}, {"reload"}}) {
        const Finished command = runAsNobody(words);
        EXPECT_EQ(command.code, 1);
        expectPart(command.err, "the data directory '" + dataDirectory() +
                                    "' (data.directory) may not be entered by this user: run the command as the "
                                    "server's user, or as root");
        EXPECT_EQ(command.err.find("socket"), std::string::npos) << command.err;
    }
    const Finished checked = runAsNobody({"check-config"});
    EXPECT_EQ(checked.code, 1);
    expectPart(checked.err, "data.directory: the folder '" + dataDirectory() + "' cannot be used: Permission denied");
}

}  // namespace
}  // namespace inkwell::test
