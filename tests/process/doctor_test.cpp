// `inkwell doctor` (share/doc/operating.md, "When something is wrong").
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "inkwell/text.h"
#include "kernel/operator/admin_socket.h"
#include "tests/process/installation.h"

namespace inkwell::test {
namespace {

namespace fs = std::filesystem;

class Doctor : public testing::TestWithParam<Engine> {
protected:
    bool isSqlite() const { return GetParam() == Engine::Sqlite; }
    void startOnce() { installation_.serve(); }

    /// The line that begins with `name`, behind its "ok" or "fault"; "" when there is none.
    static std::string lineOf(const Finished& doctor, const std::string& name) {
        std::istringstream lines(doctor.out);
        for (std::string line; std::getline(lines, line);) {
            const std::string state = line.substr(0, line.find(' '));
            const std::string rest(trimmed(line.substr(state.size())));
            if (rest.starts_with(name + " ")) return state + ": " + std::string(trimmed(rest.substr(name.size())));
        }
        return "";
    }
    static void expectPart(const std::string& text, const std::string& part) {
        EXPECT_NE(text.find(part), std::string::npos) << text;
    }
    void expectFault(const std::string& name, const std::string& text, const std::string& remedy) {
        const Finished doctor = installation_.run({"doctor"});
        EXPECT_EQ(doctor.code, 1) << doctor.out;
        const std::string line = lineOf(doctor, name);
        EXPECT_TRUE(line.starts_with("fault: ")) << doctor.out << doctor.err;
        expectPart(line, text);
        expectPart(line, " - remedy: " + remedy);
    }
    void writePlugin(const std::string& id, const std::string& text) {
        const std::string file = installation_.directory() + "/config/plugins.d/" + id + ".json";
        std::ofstream(file) << text;
        fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
    }
    std::string dataDirectory() const { return installation_.directory() + "/data"; }

    Installation installation_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Engines, Doctor, testing::Values(Engine::Sqlite, Engine::Mysql),
                         [](const auto& tested) { return engineName(tested.param); });

TEST_P(Doctor, FindsNothingWrongBeforeTheFirstStartAndMakesNothing) {
    const Finished doctor = installation_.run({"doctor"});
    EXPECT_EQ(doctor.code, 0) << doctor.out << doctor.err;
    EXPECT_EQ(doctor.out.find("fault"), std::string::npos) << doctor.out;
    expectPart(lineOf(doctor, "permissions"), "is made at the first start");
    expectPart(lineOf(doctor, "database"),
               isSqlite() ? "is made at the first start" : "the first start makes its tables");
    EXPECT_FALSE(fs::exists(dataDirectory()));
}

TEST_P(Doctor, FindsNothingWrongBesideARunningServer) {
    const auto server = installation_.serve();
    const Finished doctor = installation_.run({"doctor"});
    EXPECT_EQ(doctor.code, 0) << doctor.out << doctor.err;
    expectPart(lineOf(doctor, "configuration"), "ok: " + installation_.configFile() + " is good; ");
    expectPart(lineOf(doctor, "permissions"), "ok: " + dataDirectory() + " can be written");
    expectPart(lineOf(doctor, "database"),
               "ok: the engine '" + engineName(GetParam()) + "' answers; its tables are those of this version");
    expectPart(lineOf(doctor, "clocks"), "ok: this machine and the database are ");
    expectPart(lineOf(doctor, "mail"), "ok: no mail server is configured");
    expectPart(lineOf(doctor, "store disk"), "ok: '" + dataDirectory() + "/media' can be written; ");
    expectPart(lineOf(doctor, "versions"),
               ", and so is the server at http://127.0.0.1:" + std::to_string(Installation::portOf(*server)));
}

TEST_P(Doctor, NamesTheKeyOfABadConfigurationAndLooksNoFurther) {
    std::ofstream(installation_.configFile()) << R"({"http": {"prot": 8080}})";
    expectFault("configuration", "the configuration cannot be used: /", "correct " + installation_.configFile());
    expectFault("configuration", "unknown key 'http.prot'", "correct ");
    EXPECT_EQ(lineOf(installation_.run({"doctor"}), "database"), "");
}

TEST_P(Doctor, NamesAPluginThatCannotStart) {
    writePlugin("media", R"({"store": "tape"})");
    expectFault("configuration", "no media store named 'tape'", "correct it; 'inkwell check-config' shows");
    installation_.setVariable("INKWELL_PLUGINS_ON_FAILURE", "degrade");
    expectFault("configuration", "no media store named 'tape'", "correct it; 'inkwell check-config' shows");
}

TEST_P(Doctor, SaysThatTheDatabaseIsNewer) {
    startOnce();
    const std::string sql =
        "INSERT INTO schema_migrations (plugin, number, name, digest, applied_at) VALUES ('objects', 900, 'x', 'y', 1)";
    if (isSqlite()) {
        ASSERT_EQ(runProgram("/usr/bin/sqlite3", {installation_.database(), sql}).code, 0);
    } else {
        PrivateMariaDb::instance().run("USE " + installation_.database() + "; " + sql);
    }
    expectFault("database", "the database is newer than this server", "install the version");
}

TEST_P(Doctor, SaysWhyTheDatabaseCannotBeOpened) {
    startOnce();
    if (isSqlite()) {
        for (const char* end : {"", "-wal", "-shm"}) fs::remove(installation_.database() + end);
        fs::create_directory(installation_.database());
    } else {
        installation_.setVariable("INKWELL_PLUGINS_DATABASE_MYSQL_SOCKET", "/nowhere/socket");
    }
    expectFault("database", isSqlite() ? installation_.database() : "/nowhere/socket",
                "check the settings of the plugin that has the engine '" + engineName(GetParam()) + "'");
}

TEST_P(Doctor, TellsOfADatabaseThatIsGoneAndMakesNone) {
    if (!isSqlite()) return;
    startOnce();
    for (const char* end : {"", "-wal", "-shm"}) fs::remove(installation_.database() + end);
    expectFault("database", "there is none, though " + dataDirectory() + " is not empty", "if there was content, ");
    EXPECT_FALSE(fs::exists(installation_.database()));
}

TEST_P(Doctor, FindsRightsThatTheAccountLacksAndMakesNoDatabase) {
    if (isSqlite()) return;
    PrivateMariaDb& mariadb = PrivateMariaDb::instance();
    const std::string& name = installation_.database();
    mariadb.run("DROP DATABASE " + name + "; CREATE OR REPLACE USER helper@localhost; GRANT SELECT, INSERT, UPDATE, " +
                "DELETE, CREATE, INDEX ON " + name + ".* TO helper@localhost");
    installation_.setVariable("INKWELL_PLUGINS_DATABASE_MYSQL_USER", "helper");
    installation_.setVariable("INKWELL_PLUGINS_DATABASE_MYSQL_CREATE_DATABASE", "true");
    const std::string grant = "GRANT ALTER ON `" + name + "`.* TO 'helper'@'localhost'";
    expectFault("rights", "'helper'@'localhost' lacks the rights ALTER on '" + name + "'",
                "as an administrator of the database run: " + grant);
    EXPECT_EQ(mariadb.run("SHOW DATABASES LIKE '" + name + "'"), "");

    const Finished refused = installation_.run({"serve"});
    EXPECT_EQ(refused.code, 1);
    const std::string reason = refused.err.substr(refused.err.find("inkwell: "));
    expectPart(reason,
               "of plugin 'kernel' failed: MySQL error 1142: ALTER command denied to user 'helper'@'localhost'");
    EXPECT_TRUE(reason.ends_with("; as an administrator of the database run: " + grant + "\n")) << reason;
    EXPECT_EQ(std::count(reason.begin(), reason.end(), '\n'), 1) << reason;
    mariadb.run(grant);
    EXPECT_EQ(installation_.run({"doctor"}).code, 0);
}

TEST_P(Doctor, FindsFilesThatEverybodyMayReadOrWrite) {
    startOnce();
    writePlugin("users", R"({"smtp_password": "hunter2"})");
    const std::string file = installation_.directory() + "/config/plugins.d/users.json";
    fs::permissions(file, fs::perms::others_read, fs::perm_options::add);
    expectFault("permissions", "everybody may read the secrets in " + file, "chmod o-r " + file);
    EXPECT_EQ(installation_.run({"doctor"}).out.find("hunter2"), std::string::npos);
    if (geteuid() == 0) {
        ASSERT_EQ(chown(file.c_str(), 65534, 65534), 0);
        expectFault("permissions", "everybody may read the secrets in " + file,
                    "sudo chown root:root " + file + " && sudo chmod 0640 " + file);
    }
    const fs::path folder = installation_.directory() + "/config";
    fs::permissions(folder, fs::perms::others_exec, fs::perm_options::remove);
    EXPECT_EQ(installation_.run({"doctor"}).out.find("may read the secrets"), std::string::npos);
    fs::permissions(folder, fs::perms::others_exec, fs::perm_options::add);
    fs::permissions(dataDirectory(), fs::perms::others_write, fs::perm_options::add);
    expectFault("permissions", "everybody may write in " + dataDirectory(), "chmod o-w " + dataDirectory());
}

TEST_P(Doctor, LooksAtTheFilesThatSecretsAreIn) {
    const std::string file = installation_.directory() + "/secret.txt";
    std::ofstream(file) << "hunter2\n";
    fs::permissions(file, fs::perms::others_read, fs::perm_options::add);
    writePlugin("users", R"({"smtp_password": "file:)" + file + R"("})");
    expectFault("permissions", "everybody may read the secrets in " + file, "chmod o-r " + file);
    fs::permissions(file, fs::perms::others_read, fs::perm_options::remove);
    EXPECT_EQ(installation_.run({"doctor"}).out.find("may read the secrets"), std::string::npos);
    // The settings name a key's file, and have no secret.
    const std::string settings = installation_.directory() + "/config/plugins.d/database_mysql.json";
    writePlugin("database_mysql", R"({"tls_key": ")" + file + R"("})");
    fs::permissions(settings, fs::perms::others_read, fs::perm_options::add);
    EXPECT_EQ(installation_.run({"doctor"}).out.find("may read the secrets"), std::string::npos);
    fs::permissions(file, fs::perms::others_read, fs::perm_options::add);
    expectFault("permissions", "everybody may read the secrets in " + file, "chmod o-r " + file);
    // A secret that looks like a path, and is none that the system knows.
    const std::string secret = "/" + std::string(300, 's');
    writePlugin("database_mysql", R"({"tls_key": ")" + secret + R"("})");
    const auto found = installation_.run({"doctor"});
    expectPart(found.out, "permissions");
    EXPECT_EQ((found.out + found.err).find(secret), std::string::npos);
}

TEST_P(Doctor, AsksTheMailServer) {
    writePlugin("users", R"({"smtp_host": "127.0.0.1", "smtp_port": 1, "smtp_security": "none",
                             "smtp_from": "inkwell@example.com"})");
    expectFault("mail", "the mail server '127.0.0.1:1' cannot be reached", "check smtp_host, smtp_port");
}

TEST_P(Doctor, FindsAStoreThatCannotBeWritten) {
    std::ofstream(installation_.directory() + "/file") << "x";
    writePlugin("media_store_disk", R"({"root": ")" + installation_.directory() + R"(/file"})");
    expectFault("store disk", installation_.directory() + "/file", "correct the settings in ");
}

TEST_P(Doctor, FindsAFolderOfMediaThatIsNotMounted) {
    startOnce();
    const std::string sql =
        "INSERT INTO media_contents (location, state, digest, size, expires_at) VALUES ('disk:key', 1, 'd1', 5, 0)";
    if (isSqlite()) {
        ASSERT_EQ(runProgram("/usr/bin/sqlite3", {installation_.database(), sql}).code, 0);
    } else {
        PrivateMariaDb::instance().run("USE " + installation_.database() + "; " + sql);
    }
    const std::string root = dataDirectory() + "/media";
    fs::rename(root, root + "-aside");
    const std::string remedy = "mount what belongs at '" + root + "', or restore";
    expectFault("store disk", "'" + root + "' has no media, though '" + dataDirectory() + "' is not empty",
                "if there were some, " + remedy);
    const auto server = installation_.serve();
    EXPECT_TRUE(server->waitForErr("the media store 'disk' is away: '" + root + "' has none of the media: mount it"))
        << server->err();
    EXPECT_FALSE(fs::exists(root));
    expectFault("store disk", "has no media", "if there were some, ");
    fs::rename(root + "-aside", root);
    expectPart(lineOf(installation_.run({"doctor"}), "store disk"), "ok: '" + root + "' can be written; ");
    EXPECT_TRUE(server->waitForErr("the media store 'disk' is back")) << server->err();
}

TEST_P(Doctor, FindsAServerOfAnotherVersion) {
    startOnce();
    const kernel::AdminSocket other(kernel::adminSocketPath(dataDirectory()),
                                    {{"address", "http://127.0.0.1:1"}, {"process", 7}, {"version", "0.0.1"}},
                                    [](const JsonObject&) { return JsonObject(); });
    expectFault("versions", "the server at http://127.0.0.1:1 (process 7) is 0.0.1", "restart the server");
}

}  // namespace
}  // namespace inkwell::test
