// Reading the configuration again, and looking at it, as an operator does.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <iterator>
#include <thread>
#include <tuple>

#include "tests/process/installation.h"
#include "tests/support/eventually.h"

namespace inkwell::test {
namespace {

std::string fileText(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

class Reload : public testing::Test {
protected:
    Reload() { std::filesystem::create_directories(directory() + "/config/plugins.d"); }

    const std::string& directory() const { return installation_.directory(); }
    /// The whole file config/inkwell.json.
    void write(const std::string& text) const { std::ofstream(installation_.configFile(), std::ios::trunc) << text; }
    void writePlugin(const std::string& id, const std::string& text) const {
        std::ofstream(directory() + "/config/plugins.d/" + id + ".json", std::ios::trunc) << text;
    }
    bool isServing(const ChildProcess& server) const {
        return sendRequest(Installation::portOf(server), "GET", "/v2/status").status == 200;
    }
    /// 400 while it may be as large (the password is too long then), else 413.
    int sendLargeBody(const ChildProcess& server) const {
        const std::string body = R"({"email": "a@example.com", "password": ")" + std::string(2000, 'x') + "\"}";
        return sendRequest(Installation::portOf(server), "POST", "/v2/authenticate", {}, body).status;
    }
    int statusOf(const ChildProcess& server, const std::string& path) const {
        return sendRequest(Installation::portOf(server), "GET", path).status;
    }
    std::string stateOf(const std::string& plugin) const {
        const std::string list = installation_.run({"plugins"}).out;
        const std::size_t at = ("\n" + list).find("\n" + plugin + " ");
        if (at == std::string::npos) return "missing from " + list;
        const std::string line = list.substr(at, list.find('\n', at) - at);
        for (const char* state : {"running", "disabled", "failed"}) {
            if (line.find(state) != std::string::npos) return state;
        }
        return line;
    }
    static void expectPart(const std::string& text, const std::string& part) {
        EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is not in:\n" << text;
    }
    static void expectNoPart(const std::string& text, const std::string& part) {
        EXPECT_EQ(text.find(part), std::string::npos) << "'" << part << "' is in:\n" << text;
    }

    Installation installation_{Engine::Sqlite};
};

TEST_F(Reload, OfABrokenFileKeepsTheOldOneAndSaysWhy) {
    const auto server = installation_.serve();
    write(R"({"http": {"max_body_bytes": 1, "prot": 2}, "log": {"level": "debug"}})");
    server->send(SIGHUP);
    ASSERT_TRUE(server->waitForErr("but the old one stays"));
    ASSERT_TRUE(server->waitForErr("http.max_body_bytes must be a whole number from 1024"));
    expectPart(server->err(), "unknown key 'http.prot'");
    EXPECT_TRUE(isServing(*server));

    const Finished refused = installation_.run({"reload"});
    EXPECT_EQ(refused.code, 1);
    expectPart(refused.err, "the old configuration stays: the configuration cannot be used:");
    expectPart(refused.err, "http.max_body_bytes must be");
    const std::string page = sendRequest(Installation::adminPortOf(*server), "GET", "/metrics").body;
    expectPart(page, "inkwell_config_reloads_total{result=\"refused\"} 2\n");
    expectPart(page, "inkwell_config_reloads_total{result=\"applied\"} 0\n");

    write("{");
    EXPECT_EQ(installation_.run({"reload"}).code, 1);
    EXPECT_TRUE(isServing(*server));
}

TEST_F(Reload, AppliesWhatItCanAndNamesWhatNeedsARestart) {
    const auto server = installation_.serve();
    EXPECT_EQ(sendLargeBody(*server), 400);
    ASSERT_TRUE(server->waitForErr("POST /v2/authenticate 400"));

    write(R"({"log": {"level": "warn"}, "http": {"max_body_bytes": 1024, "keep_alive_seconds": 7}})");
    writePlugin("users", R"({"token_days": 3})");
    const Finished reloaded = installation_.run({"reload"});
    EXPECT_EQ(reloaded.code, 0) << reloaded.err;
    expectPart(reloaded.out, "log.level: \"info\" -> \"warn\"\n");
    expectPart(reloaded.out, "http.max_body_bytes: 10485760 -> 1024\n");
    expectPart(reloaded.out, "http.keep_alive_seconds: 15 -> 7 needs a restart\n");
    expectPart(reloaded.out, " -> 3 needs a restart\n");
    ASSERT_TRUE(server->waitForErr("http.keep_alive_seconds: 15 -> 7 needs a restart"));
    EXPECT_EQ(sendLargeBody(*server), 413);

    write(R"({"http": {"max_body_bytes": 1024, "keep_alive_seconds": 7}})");
    const Finished again = installation_.run({"reload"});
    EXPECT_EQ(again.code, 0);
    expectPart(again.out, "log.level: \"warn\" -> \"info\"\n");
    expectNoPart(again.out, "max_body_bytes");
    expectPart(again.out, "http.keep_alive_seconds: 15 -> 7 needs a restart\n");
    EXPECT_TRUE(isServing(*server));
    ASSERT_TRUE(server->waitForErr("GET /v2/status 200"));
    expectNoPart(server->err(), "POST /v2/authenticate 413");
}

// A pipe without a writer, as a network drive that does not answer: opening it here waits until the server reads.
TEST_F(Reload, ThatWaitsKeepsNoStopWaiting) {
    const auto server = installation_.serve();
    std::filesystem::remove(installation_.configFile());
    ASSERT_EQ(mkfifo(installation_.configFile().c_str(), 0600), 0);
    server->send(SIGHUP);
    const int pipe = open(installation_.configFile().c_str(), O_WRONLY | O_CLOEXEC);
    ASSERT_GE(pipe, 0);
    server->send(SIGTERM);
    EXPECT_EQ(server->wait(), 0) << server->err();
    close(pipe);
    expectPart(server->err(), "the configuration is still being read again");
}

TEST_F(Reload, TakesALogFileThatIsAPipeWithAReaderOnly) {
    const auto server = installation_.serve();
    const std::string pipe = directory() + "/log";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    write(R"({"log": {"file": ")" + pipe + "\"}}");
    const Finished refused = installation_.run({"reload"});
    EXPECT_EQ(refused.code, 1);
    expectPart(refused.err, "the log file '" + pipe + "' cannot be opened: it is a pipe that nobody reads");
    EXPECT_TRUE(isServing(*server));
    const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    const Finished taken = installation_.run({"reload"});
    EXPECT_EQ(taken.code, 0) << taken.err;
    server->send(SIGTERM);
    EXPECT_EQ(server->wait(), 0);
    close(reader);
}

TEST_F(Reload, RefusesACertificateThatIsNotThere) {
    const auto server = installation_.serve();
    write(R"({"http": {"tls_certificate": "/no/certificate.pem", "tls_key": "/no/key.pem"}})");
    const Finished refused = installation_.run({"reload"});
    EXPECT_EQ(refused.code, 1);
    expectPart(refused.err, "the certificate '/no/certificate.pem' cannot be read");
    const Finished checked = installation_.run({"check-config"});
    EXPECT_EQ(checked.code, 1);
    expectPart(checked.err, "the certificate '/no/certificate.pem' cannot be read");
}

TEST_F(Reload, SaysWhenNothingChanged) {
    const auto server = installation_.serve();
    const Finished same = installation_.run({"reload"});
    EXPECT_EQ(same.code, 0);
    EXPECT_EQ(same.out, "nothing has changed\n");
}

TEST_F(Reload, OpensTheLogFileAnewAfterItWasRotatedAway) {
    const std::string log = directory() + "/server.log";
    const auto awaitLine = [&log](const std::string& part) {
        EXPECT_TRUE(eventually([&] { return fileText(log).find(part) != std::string::npos; })) << part;
    };
    const auto server = installation_.serve();
    write(R"({"log": {"file": ")" + log + R"("}})");
    const Finished reloaded = installation_.run({"reload"});
    expectPart(reloaded.out, "log.file: \"\" -> \"" + log + "\"\n");
    EXPECT_TRUE(isServing(*server));
    awaitLine("GET /v2/status 200");
    std::filesystem::rename(log, log + ".1");
    server->send(SIGHUP);
    awaitLine("the configuration was read again");
    const std::string old = fileText(log + ".1");
    EXPECT_EQ(statusOf(*server, "/v2/nothing"), 404);
    awaitLine("GET - 404");
    EXPECT_EQ(fileText(log + ".1"), old);
    expectNoPart(server->err(), "GET /v2/status 200");
    server->send(SIGTERM);
    EXPECT_EQ(server->wait(), 0);
}

TEST_F(Reload, WithALogFileThatCannotBeOpenedKeepsTheOldLog) {
    const auto server = installation_.serve();
    write(R"({"log": {"file": "/proc/no/such/log"}, "http": {"max_body_bytes": 1024}})");
    const Finished refused = installation_.run({"reload"});
    EXPECT_EQ(refused.code, 1);
    expectPart(refused.err, "/proc/no/such/log");
    ASSERT_TRUE(server->waitForErr("but the old one stays"));
    EXPECT_EQ(sendLargeBody(*server), 400);
}

TEST_F(Reload, SwitchesPluginsInTheOrderThatTheyNeed) {
    const auto server = installation_.serve();
    for (const char* id : {"metafields", "objects", "revisions", "merge_requests", "previews"}) {
        writePlugin(id, R"({"enabled": false})");
    }
    const Finished off = installation_.run({"reload"});
    EXPECT_EQ(off.code, 0) << off.err;
    expectPart(off.out, "plugin 'objects' is disabled\n");
    EXPECT_EQ(stateOf("objects"), "disabled");
    EXPECT_EQ(statusOf(*server, "/v2/buckets/x/objects"), 404);
    for (const char* id : {"metafields", "objects", "revisions", "merge_requests", "previews"}) writePlugin(id, "{}");
    const Finished on = installation_.run({"reload"});
    EXPECT_EQ(on.code, 0) << on.err;
    expectPart(on.out, "plugin 'merge_requests' is enabled\n");
    EXPECT_EQ(stateOf("objects"), "running");
}

TEST_F(Reload, StartsAPluginWhoseFileAndSettingsAreNew) {
    const std::string folder = directory() + "/plugins";
    std::filesystem::create_directories(folder);
    installation_.setVariable("INKWELL_PLUGINS_DIRECTORIES", "[\"" INKWELL_BUILT_PLUGINS "\", \"" + folder + "\"]");
    const auto server = installation_.serve();
    std::filesystem::copy_file(PLUGIN_FIXTURES "/good/greeter.so", folder + "/greeter.so");
    expectPart(installation_.run({"reload"}).out, "plugin 'greeter' is new: `inkwell plugins enable greeter`");
    writePlugin("greeter", R"({"times": "many"})");
    const Finished refused = installation_.run({"reload"});
    EXPECT_EQ(refused.code, 1);
    expectPart(refused.err, "'times'");
    writePlugin("greeter", R"({"times": 2})");
    expectPart(installation_.run({"reload"}).out, "plugin 'greeter' is enabled\n");
    EXPECT_EQ(stateOf("greeter"), "running");
    EXPECT_EQ(installation_.run({"reload"}).out, "nothing has changed\n");
}

TEST_F(Reload, ThatAPluginFailsToTakeIsInForceAndNamesThePlugin) {
    installation_.setVariable("INKWELL_PLUGINS_DIRECTORIES",
                              "[\"" INKWELL_BUILT_PLUGINS "\", \"" PLUGIN_FIXTURES "/adjusts\"]");
    const auto server = installation_.serve();
    writePlugin("adjuster", R"({"volume": 9})");
    const Finished reloaded = installation_.run({"reload"});
    EXPECT_EQ(reloaded.code, 0) << reloaded.err;
    expectPart(reloaded.out, "adjuster.volume: 3 -> 9\n");
    expectPart(reloaded.out, "plugin 'adjuster' failed while it put its new settings into force (the knob is stuck)");
    ASSERT_TRUE(server->waitForErr("putting its new settings into force failed: the knob is stuck"));
    ASSERT_TRUE(server->waitForErr("the configuration was read again"));
    expectNoPart(server->err(), "but the old one stays");
    const Finished again = installation_.run({"reload"});
    expectNoPart(again.out, "adjuster.volume: ");
    expectPart(again.out, "plugin 'adjuster' failed while it put its new settings into force");
}

TEST_F(Reload, SwitchesNoPluginWhenOneCannotBeSwitched) {
    const auto server = installation_.serve();
    writePlugin("media", R"({"enabled": false})");
    writePlugin("buckets", R"({"enabled": false})");
    write(R"({"http": {"max_body_bytes": 1024}})");
    const Finished refused = installation_.run({"reload"});
    EXPECT_EQ(refused.code, 1);
    expectPart(refused.err, "(the plugin 'buckets' does, but it is disabled)");
    EXPECT_EQ(stateOf("media"), "running");
    EXPECT_EQ(stateOf("buckets"), "running");
    EXPECT_EQ(sendLargeBody(*server), 400) << "nothing else was applied either";
}

TEST_F(Reload, RefusesSettingsThatAPluginDoesNotKnow) {
    const auto server = installation_.serve();
    writePlugin("media", R"({"stroe": "disk", "max_upload_bytes": "many", "enabled": false})");
    writePlugin("nobody", "{}");
    const Finished refused = installation_.run({"reload"});
    EXPECT_EQ(refused.code, 1);
    expectPart(refused.err, "unknown key 'stroe'");
    expectPart(refused.err, "'max_upload_bytes'");
    expectPart(refused.err, "plugin 'nobody': there is no such plugin");
    EXPECT_EQ(stateOf("media"), "running");
}

TEST_F(Reload, RefusesWhatTheNextStartWouldRefuseInItsWords) {
    const auto server = installation_.serve();
    const auto expectRefusal = [&](const std::string& why) {
        const Finished refused = installation_.run({"reload"});
        EXPECT_EQ(refused.code, 1) << why;
        expectPart(refused.err, "the old configuration stays: ");
        expectPart(refused.err, why);
        EXPECT_EQ(sendLargeBody(*server), 400) << "nothing else was applied";
    };
    write(R"({"http": {"max_body_bytes": 1024}})");
    for (const auto& [plugin, settings, why] :
         {std::tuple{"media", R"({"store": "tape"})", "no media store named 'tape'"},
          {"buckets", R"({"creation": "nobody"})", "the setting 'creation' must be 'everyone' or 'admins'"},
          {"database_mysql", R"({"database": "a b"})", "'database' must be 1 to 64 letters, digits"},
          {"media", R"({"resume_seconds": 9223372036854775807})",
           "the setting 'resume_seconds' must be from 1 to 315360000, not 9223372036854775807"},
          {"media_store_disk", R"({"root": "/dev/null"})", "the folder '/dev/null' cannot be used"}}) {
        writePlugin(plugin, settings);
        expectRefusal(why);
        writePlugin(plugin, "{}");
    }
    EXPECT_EQ(installation_.run({"reload"}).code, 0);
    EXPECT_EQ(sendLargeBody(*server), 413);
}

TEST_F(Reload, RefusesAnAddressThatTheNextStartCouldNotHave) {
    for (const char* name : {"INKWELL_HTTP_PORT", "INKWELL_HTTP_UPLOAD_PORT", "INKWELL_ADMIN_PORT"})
        installation_.unsetVariable(name);
    const auto configure = [&](const std::string& host, int port, int adminPort) {
        write(R"({"http": {"host": ")" + host + R"(", "upload_port": 0, "port": )" + std::to_string(port) +
              R"(}, "admin": {"port": )" + std::to_string(adminPort) + "}}");
        return installation_.run({"reload"});
    };
    configure("127.0.0.1", 0, 0);
    const auto server = installation_.serve();
    const Installation other(Engine::Sqlite);
    const auto neighbour = other.serve();
    const int taken = Installation::portOf(*neighbour);
    expectPart(configure("127.0.0.1", 0, taken).err, "cannot listen at 127.0.0.1:" + std::to_string(taken) + ": ");
    expectPart(configure("127.0.0.1", 0, taken).err, " (admin.host, admin.port)");
    expectPart(configure("127.0.0.1", taken, 0).err, " (http.host, http.port)");
    expectPart(configure("no.such.host.invalid", 7, 0).err, "cannot listen at no.such.host.invalid:7: ");
    const int own = Installation::portOf(*server);
    const Finished moved = configure("0.0.0.0", own, 0);
    EXPECT_EQ(moved.code, 0) << "the port is its own: " << moved.err;
    EXPECT_TRUE(isServing(*server));
}

TEST(ReloadOnMariaDb, RefusesSettingsThatDoNotReachTheDatabase) {
    Installation installation(Engine::Mysql);
    installation.unsetVariable("INKWELL_PLUGINS_DATABASE_MYSQL_USER");
    const auto use = [&](const std::string& user) {
        std::ofstream(installation.directory() + "/config/plugins.d/database_mysql.json")
            << R"({"user": ")" + user + R"("})";
    };
    use("root");
    const auto server = installation.serve();
    use("stranger");
    const Finished refused = installation.run({"reload"});
    EXPECT_EQ(refused.code, 1);
    EXPECT_NE(refused.err.find("cannot connect to the database: "), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find("Access denied for user 'stranger'"), std::string::npos) << refused.err;
    use("root");
    EXPECT_EQ(installation.run({"reload"}).code, 0);
}

TEST_F(Reload, AsksTheServerAlsoWhenTheCommandLacksItsVariables) {
    installation_.setVariable("LOG_LEVEL_OF_THE_UNIT", "info");
    write(R"({"log": {"level": "${LOG_LEVEL_OF_THE_UNIT}"}})");
    const auto server = installation_.serve();
    installation_.unsetVariable("LOG_LEVEL_OF_THE_UNIT");
    const Finished reloaded = installation_.run({"reload"});
    EXPECT_EQ(reloaded.code, 0) << reloaded.err;
    EXPECT_EQ(installation_.run({"plugins", "disable", "media"}).code, 0);
    EXPECT_EQ(stateOf("media"), "disabled");
}

TEST_F(Reload, NamesAConfigurationThatIsNotThere) {
    std::filesystem::remove(installation_.configFile());
    const Finished refused = installation_.run({"reload"});
    EXPECT_EQ(refused.code, 1);
    expectPart(refused.err, "the configuration " + installation_.configFile() + " cannot be read");
}

TEST_F(Reload, AndSwitchesReachNoOtherServerWhenTheDataDirectoryCannotBeRead) {
    installation_.unsetVariable("INKWELL_DATA_DIRECTORY");
    for (const char* text : {"{", R"({"data": {"directory": "${NOT_THERE}"}})"}) {
        write(text);
        for (const std::vector<std::string>& words :
             {std::vector<std::string>{"reload"}, {"plugins"}, {"plugins", "disable", "media"}}) {
            const Finished refused = installation_.run(words);
            EXPECT_EQ(refused.code, 1) << words[0] << text;
            EXPECT_EQ(refused.out, "");
            expectPart(refused.err, "inkwell: the configuration cannot be used:\n");
            expectPart(refused.err, installation_.configFile());
        }
    }
}

TEST_F(Reload, NeedsARunningServer) {
    const Finished alone = installation_.run({"reload"});
    EXPECT_EQ(alone.code, 3);
    expectPart(alone.err, "no server answers in the data directory " + directory() + "/data\n");
}

TEST_F(Reload, NeverShowsASecret) {
    std::ofstream(directory() + "/secret") << "hunter2\n";
    writePlugin("database_mysql", R"({"password": "hunter1"})");
    const auto server = installation_.serve();
    writePlugin("database_mysql", R"({"password": "file:)" + directory() + R"(/secret"})");
    const Finished reloaded = installation_.run({"reload"});
    EXPECT_EQ(reloaded.code, 0) << reloaded.err;
    expectPart(reloaded.out, "database_mysql.password: a new value needs a restart\n");
    ASSERT_TRUE(server->waitForErr("database_mysql.password: a new value"));
    for (const std::string& text : {reloaded.out, server->err(), installation_.run({"check-config"}).out}) {
        expectNoPart(text, "hunter");
    }
}

class CheckConfig : public Reload {};

TEST_F(CheckConfig, PrintsEveryValueWithItsSource) {
    installation_.setVariable("WHERE", "example.com");
    write(R"({"http": {"keep_alive_seconds": 7, "base_url": "https://${WHERE}"}})");
    writePlugin("users", R"({"token_days": 3})");
    const Finished printed = installation_.run({"check-config"});
    EXPECT_EQ(printed.code, 0) << printed.err;
    expectPart(printed.out, "http.keep_alive_seconds = 7  # " + installation_.configFile() + "\n");
    expectPart(printed.out, "http.base_url = ***  # " + installation_.configFile() + ", ${WHERE}\n");
    expectPart(printed.out, "http.port = 0  # INKWELL_HTTP_PORT\n");
    expectPart(printed.out, "limits.max_limit = 1000  # default\n");
    expectPart(printed.out, "media.enabled = true  # default\n");
    expectPart(printed.out, "users.token_days = 3  # " + directory() + "/config/plugins.d/users.json: ");
    expectPart(printed.out, "media.store = \"disk\"  # default: ");
    expectPart(printed.out, " is good; ");
}

TEST_F(CheckConfig, HidesSecretsWhereverTheyComeFrom) {
    std::ofstream(directory() + "/secret") << "hunter1\n";
    installation_.setVariable("PASS", "hunter2");
    installation_.setVariable("INKWELL_PLUGINS_MEDIA_STORE_S3_SECRET_KEY", "12345678");
    writePlugin("database_mysql", R"({"password": "file:)" + directory() + R"(/secret", "host": "${PASS}"})");
    const Finished printed = installation_.run({"check-config"});
    EXPECT_EQ(printed.code, 0) << printed.err;
    const std::string file = directory() + "/config/plugins.d/database_mysql.json";
    expectPart(printed.out, "database_mysql.password = ***  # " + file + ", file:" + directory() + "/secret: ");
    expectPart(printed.out, "database_mysql.host = ***  # " + file + ", ${PASS}: ");
    expectPart(printed.out, "media_store_s3.secret_key = ***  # INKWELL_PLUGINS_MEDIA_STORE_S3_SECRET_KEY: ");
    expectPart(printed.out, "(*** stands for");
    expectNoPart(printed.out + printed.err, "hunter");
    expectNoPart(printed.out + printed.err, "12345678");
}

TEST_F(CheckConfig, HidesSecretsThatAPluginRepeats) {
    installation_.setVariable("PASS", "hunter2");
    writePlugin("users", R"({"smtp_security": "${PASS}", "smtp_host": "localhost", "smtp_from": "a@example.com"})");
    for (const char* command : {"check-config", "serve"}) {
        const Finished refused = installation_.run({command});
        EXPECT_EQ(refused.code, 1);
        expectPart(refused.err, "'smtp_security' must be none, starttls or tls, not '***'");
        expectNoPart(refused.out + refused.err, "hunter");
    }
}

TEST_F(CheckConfig, PrintsTheConfigurationAlsoWhenAPluginIsWrong) {
    writePlugin("media", R"({"stroe": "disk"})");
    const Finished printed = installation_.run({"check-config"});
    EXPECT_EQ(printed.code, 1);
    expectPart(printed.out, "media.store = \"disk\"");
    expectPart(printed.err, "unknown key 'stroe'");
    expectNoPart(printed.out, "is good");
}

TEST_F(CheckConfig, NamesAReferenceThatLeadsNowhere) {
    writePlugin("database_mysql", R"({"password": "${NOT_THERE}"})");
    const Finished refused = installation_.run({"check-config"});
    EXPECT_EQ(refused.code, 1);
    expectPart(refused.err, "database_mysql.json: 'password' refers to the variable 'NOT_THERE', which is not set");
}

}  // namespace
}  // namespace inkwell::test
