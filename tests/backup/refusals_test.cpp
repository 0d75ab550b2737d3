// What the scripts refuse, with a sentence, and that nothing has changed then.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>

#include <cstdlib>
#include <future>

#include "tests/process/installation.h"
#include "tests/support/eventually.h"

namespace inkwell::test {
namespace {

namespace fs = std::filesystem;

void append(const std::string& file, const std::string& text) { std::ofstream(file, std::ios::app) << text; }

/// A database with the account ann and a backup of it, made once: a fresh database takes MariaDB long.
struct Made {
    explicit Made(Engine engine) : installation(engine), backup(installation.directory() + "/backup") {
        if (installation.run({"user", "add", "--email", "ann@example.com", "--admin"}).code != 0 ||
            installation.runScript("inkwell-backup", {backup}).code != 0) {
            throw std::runtime_error("there is no backup to test with");
        }
    }
    const Installation installation;
    const std::string backup;
};

const Made& made(Engine engine) {
    if (engine == Engine::Sqlite) {
        static const Made sqlite(Engine::Sqlite);
        return sqlite;
    }
    static const Made mysql(Engine::Mysql);
    return mysql;
}

/// Each test has a configuration, a data directory and a copy of the backup of its own; the database is shared.
class Refusals : public testing::TestWithParam<Engine> {
protected:
    void SetUp() override { fs::copy(made(GetParam()).backup, backup_, fs::copy_options::recursive); }
    void addAccount(const std::string& name) {
        const Finished added = installation_.run({"user", "add", "--email", name + "@example.com", "--admin"});
        ASSERT_EQ(added.code, 0) << added.err;
    }
    bool hasAccount(const std::string& name) {
        return installation_.run({"user", "invite", name + "@example.com"}).code == 0;
    }
    Finished script(const std::string& name, const std::vector<std::string>& words) {
        return installation_.runScript(name, words);
    }
    void expectRefused(const Finished& done, const std::string& sentence) {
        EXPECT_EQ(done.code, 1);
        EXPECT_NE(done.err.find(sentence), std::string::npos) << done.err;
        EXPECT_EQ(done.out, "");
    }
    bool isSqlite() const { return GetParam() == Engine::Sqlite; }
    std::string dump() const { return backup_ + (isSqlite() ? "/inkwell.db" : "/inkwell.sql"); }
    /// As if the backup had been made like this.
    void sumAgain() const {
        const Finished done = runProgram(
            "/bin/bash",
            {"-c", "cd \"$0\" && rm SHA256SUMS && find . -type f -exec sha256sum {} + >../s && mv ../s SHA256SUMS",
             backup_});
        ASSERT_EQ(done.code, 0) << done.err;
    }
    /// A PATH that has what the scripts start with, and no program of a database.
    std::string barePath() const {
        const std::string folder = installation_.directory() + "/programs";
        fs::create_directory(folder);
        for (const char* name : {"bash", "dirname", "readlink", "sed", "sort", "stat"}) {
            fs::create_symlink(std::string("/usr/bin/") + name, folder + "/" + name);
        }
        return folder;
    }

    Installation installation_{GetParam(), made(GetParam()).installation.database()};
    const std::string backup_ = installation_.directory() + "/backup";
};
INSTANTIATE_TEST_SUITE_P(Engines, Refusals, testing::Values(Engine::Sqlite, Engine::Mysql),
                         [](const auto& tested) { return engineName(tested.param); });

// A file of SQLite is put in place whole; a dump is read piece by piece.
class MariaDbRefusals : public Refusals {};
INSTANTIATE_TEST_SUITE_P(Engines, MariaDbRefusals, testing::Values(Engine::Mysql),
                         [](const auto& tested) { return engineName(tested.param); });

TEST_P(Refusals, ARestoreBesideARunningServer) {
    const auto server = installation_.serve();
    expectRefused(script("inkwell-restore", {"--replace", backup_}), "a server is running with the data directory");
    Installation another(GetParam(), installation_.database());
    const Finished done = another.runScript("inkwell-restore", {"--replace", backup_});
    expectRefused(done, isSqlite() ? "'" + installation_.database() + "': another server is using it"
                                   : "other connections use the database '" + installation_.database() + "'");
}

TEST(SqliteRestore, KeepsServersFromTheFileUntilItIsReplaced) {
    Installation site(Engine::Sqlite);
    const std::string programs = site.directory() + "/programs";
    const std::string told = programs + "/told";
    const std::string path = std::getenv("PATH");
    fs::create_directory(programs);
    std::ofstream(programs + "/sha256sum")
        << "#!/bin/bash\ntimeout 60 '" INKWELL_BINARY "' serve --config '" << site.configFile() << "' >'" << told
        << "' 2>&1\nexec /usr/bin/sha256sum \"$@\"\n";
    fs::permissions(programs + "/sha256sum", fs::perms::owner_all);
    // Into nothing, and over a database.
    for (const char* option : {"--without-media", "--replace"}) {
        SCOPED_TRACE(option);
        site.setVariable("PATH", programs + ":" + path);
        const Finished done = site.runScript("inkwell-restore", {option, made(Engine::Sqlite).backup});
        site.setVariable("PATH", path);
        EXPECT_EQ(done.code, 0) << done.err;
        std::ifstream file(told);
        const std::string said{std::istreambuf_iterator<char>(file), {}};
        EXPECT_NE(said.find("a restore is putting a backup in its place"), std::string::npos) << said;
        EXPECT_EQ(site.run({"user", "invite", "ann@example.com"}).code, 0);
        EXPECT_NE(site.serve(), nullptr);
    }
}

TEST(SqliteRestore, ThatIsRefusedMakesNoDatabase) {
    Installation site(Engine::Sqlite);
    const std::string backup = site.directory() + "/backup";
    fs::copy(made(Engine::Sqlite).backup, backup, fs::copy_options::recursive);
    append(backup + "/inkwell.db", " ");
    EXPECT_EQ(site.runScript("inkwell-restore", {backup}).code, 1);
    EXPECT_FALSE(fs::exists(site.database()));
}

TEST(SqliteRestore, BehindALinkKeepsTheLastCommitsAndTheLink) {
    Installation site(Engine::Sqlite);
    const std::string disk = site.directory() + "/disk";
    fs::create_directory(disk);
    fs::create_directories(fs::path(site.database()).parent_path());
    std::ofstream(disk + "/real.db");
    fs::create_symlink(disk + "/real.db", site.database());
    const auto server = site.serve();
    ASSERT_EQ(site.run({"user", "add", "--email", "ben@example.com", "--admin"}).code, 0);
    server->send(SIGKILL);
    server->wait();
    ASSERT_GT(fs::file_size(disk + "/real.db-wal"), 0u);
    const Finished done = site.runScript("inkwell-restore", {"--replace", made(Engine::Sqlite).backup});
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_TRUE(fs::is_symlink(site.database()));
    EXPECT_FALSE(fs::exists(disk + "/real.db-wal"));
    EXPECT_EQ(site.run({"user", "invite", "ann@example.com"}).code, 0);
    EXPECT_NE(site.run({"user", "invite", "ben@example.com"}).code, 0);
    site.setVariable("INKWELL_PLUGINS_DATABASE_SQLITE_FILE", disk + "/real.db.before-restore");
    EXPECT_EQ(site.run({"user", "invite", "ben@example.com"}).code, 0) << "the last commits are not in what is kept";
}

TEST_P(Refusals, ADatabaseIsReplacedOnlyWhenToldSo) {
    addAccount("bob");
    expectRefused(script("inkwell-restore", {backup_}), "--replace");
    EXPECT_TRUE(hasAccount("bob"));
    const Finished done = script("inkwell-restore", {"--replace", backup_});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_TRUE(hasAccount("ann"));
    EXPECT_FALSE(hasAccount("bob"));
    if (!isSqlite()) return;
    expectRefused(script("inkwell-restore", {"--replace", backup_}), "is there from another restore");
    installation_.setVariable("INKWELL_PLUGINS_DATABASE_SQLITE_FILE", installation_.database() + ".before-restore");
    EXPECT_TRUE(hasAccount("bob"));
    fs::remove(installation_.database() + ".before-restore");
}

/// Programs that kill the script that calls them for the `last` time instead of doing their work.
void makeDeadly(const std::string& folder, const std::vector<const char*>& names, int last) {
    fs::remove_all(folder);
    fs::create_directory(folder);
    for (const char* name : names) {
        const std::string file = folder + "/" + name;
        std::ofstream(file) << "#!/bin/bash\necho >>" << folder << "/calls\n[[ $(wc -l <" << folder
                            << "/calls) != " << last << " ]] || { kill -KILL $PPID; exit 1; }\nexec /usr/bin/" << name
                            << " \"$@\"\n";
        fs::permissions(file, fs::perms::owner_all);
    }
}

TEST(InterruptedRestore, LeavesAWholeDatabaseWhereverItIsKilled) {
    Installation site(Engine::Sqlite);
    const std::string database = site.database();
    const std::string backup = site.directory() + "/backup";
    const std::string left = site.directory() + "/left";
    const std::string programs = site.directory() + "/programs";
    const auto hasAccount = [&](const std::string& name) {
        return site.run({"user", "invite", name + "@example.com"}).code == 0;
    };
    ASSERT_EQ(site.run({"user", "add", "--email", "ann@example.com", "--admin"}).code, 0);
    ASSERT_EQ(site.runScript("inkwell-backup", {backup}).code, 0);
    // A server that ends badly leaves its last commits in the log.
    const auto server = site.serve();
    ASSERT_EQ(site.run({"user", "add", "--email", "ben@example.com", "--admin"}).code, 0);
    server->send(SIGKILL);
    server->wait();
    ASSERT_GT(fs::file_size(database + "-wal"), 0u);
    fs::create_directory(left);
    for (const char* end : {"", "-wal"}) fs::copy_file(database + end, left + "/inkwell.db" + end);

    const std::string path = getenv("PATH");
    int kills = 0;
    for (Finished done{1, "", ""}; done.code != 0; ++kills) {
        ASSERT_LT(kills, 20);
        SCOPED_TRACE("killed at the call " + std::to_string(kills + 1));
        for (const char* end :
             {"", "-wal", "-shm", ".before-restore", ".before-restore-wal", ".before-restore.part", ".restoring"}) {
            fs::remove(database + end);
        }
        for (const char* end : {"", "-wal"}) fs::copy_file(left + "/inkwell.db" + end, database + end);
        makeDeadly(programs, {"cp", "ln", "mv", "rm", "sqlite3", "sync"}, kills + 1);
        site.setVariable("PATH", programs + ":" + path);
        done = site.runScript("inkwell-restore", {"--replace", backup});
        site.setVariable("PATH", path);
        const bool isKept = fs::exists(database + ".before-restore");
        EXPECT_TRUE(done.code != 0 || isKept);
        EXPECT_TRUE(!isKept || !fs::equivalent(database, database + ".before-restore")) << "what is kept is in use";
        EXPECT_TRUE(hasAccount("ann"));
        const bool isReplaced = isKept && !fs::exists(database + ".restoring");
        EXPECT_TRUE(hasAccount("ben") || isReplaced) << "the last commits are lost";
        if (!isKept) continue;
        site.setVariable("INKWELL_PLUGINS_DATABASE_SQLITE_FILE", database + ".before-restore");
        EXPECT_TRUE(hasAccount("ben")) << "the last commits are not kept";
        site.unsetVariable("INKWELL_PLUGINS_DATABASE_SQLITE_FILE");
    }
    EXPECT_FALSE(hasAccount("ben")) << "the backup is in place";
    EXPECT_GT(kills, 5);
}

TEST_P(Refusals, ABackupThatIsDamaged) {
    addAccount("carl");
    append(dump(), " ");
    expectRefused(script("inkwell-restore", {"--replace", backup_}), "is damaged; see above");
    fs::remove(dump());
    expectRefused(script("inkwell-restore", {"--replace", backup_}), "files were added or are missing");
    EXPECT_TRUE(hasAccount("carl"));
}

TEST_P(Refusals, AFolderThatIsNoBackupItUnderstands) {
    expectRefused(script("inkwell-restore", {installation_.directory()}), "is not a backup made by inkwell-backup");
    std::ofstream(backup_ + "/manifest") << "form 2\nengine " << engineName(GetParam()) << "\n";
    expectRefused(script("inkwell-restore", {"--replace", backup_}), "has the form '2', this program knows form 1");
}

TEST_P(Refusals, ABackupOfANewerVersion) {
    addAccount("dora");
    std::ofstream(backup_ + "/manifest") << "form 1\nengine " << engineName(GetParam()) << "\nversion 99.0.0\n";
    expectRefused(script("inkwell-restore", {"--replace", backup_}), "was made by version 99.0.0, this is ");
    EXPECT_TRUE(hasAccount("dora"));
}

TEST_P(Refusals, ABackupOfAnotherEngine) {
    Installation other(isSqlite() ? Engine::Mysql : Engine::Sqlite);
    const Finished refused = other.runScript("inkwell-restore", {backup_});
    expectRefused(refused, "is of the engine '" + engineName(GetParam()) + "', but 'database.engine' is");
    expectRefused(refused, R"(is told in operating.md, "From SQLite to MariaDB")");
}

TEST_P(Refusals, AFolderThatCannotBeWritten) {
    expectRefused(script("inkwell-backup", {backup_}), "exists; name a folder that does not");
    expectRefused(script("inkwell-backup", {"/proc/inkwell"}), "the folder '/proc/inkwell' cannot be written");
    fs::create_directories(installation_.directory() + "/data/media");
    expectRefused(script("inkwell-backup", {installation_.directory() + "/data/media/x"}),
                  "is inside the folder of the media");
    fs::create_directory(installation_.directory() + "/new.unfinished");
    expectRefused(script("inkwell-backup", {installation_.directory() + "/new"}), "another backup is at work");
    EXPECT_TRUE(fs::exists(installation_.directory() + "/new.unfinished"));
}

TEST_P(Refusals, AMissingProgram) {
    installation_.setVariable("PATH", barePath());
    expectRefused(script("inkwell-backup", {backup_ + "2"}),
                  isSqlite() ? "the program 'sqlite3' is missing" : "the program 'mariadb-dump' is missing");
    if (!isSqlite()) {
        expectRefused(script("inkwell-restore", {"--replace", backup_}), "the program 'mariadb' is missing");
    }
}

TEST_P(Refusals, ABackupThatFailsLeavesNothingBehind) {
    const std::string folder = installation_.directory() + "/failed";
    if (isSqlite()) {
        installation_.setVariable("INKWELL_PLUGINS_DATABASE_SQLITE_FILE", installation_.configFile());
    } else {
        installation_.setVariable("INKWELL_PLUGINS_DATABASE_MYSQL_SOCKET", "/nowhere");
    }
    expectRefused(script("inkwell-backup", {folder}),
                  isSqlite() ? "cannot be copied"
                             : "cannot be dumped; see above. A password comes from ~/.my.cnf or --defaults-extra-file, "
                               "not from the server's configuration");
    EXPECT_FALSE(fs::exists(folder));
    EXPECT_FALSE(fs::exists(folder + ".unfinished"));
}

TEST_P(Refusals, ASettingThatIsHidden) {
    installation_.setVariable("WHERE", "somewhere");
    std::ofstream(installation_.directory() + "/config/plugins.d/media_store_disk.json") << R"({"root": "${WHERE}"})";
    expectRefused(script("inkwell-backup", {backup_ + "2"}), "hides the value of 'media_store_disk.root'");
    installation_.setVariable("INKWELL_PLUGINS_MEDIA_STORE_DISK_ROOT", "/some\"where\\else");
    const Finished done = script("inkwell-backup", {backup_ + "2"});
    EXPECT_EQ(done.code, 0) << done.err;
}

TEST_P(MariaDbRefusals, ADumpThatItDoesNotUnderstandLeavesNoDatabaseToServe) {
    append(dump(), "\nINSERT INTO nowhere VALUES ('all of the content');\n");
    sumAgain();
    const Finished done = script("inkwell-restore", {"--replace", backup_});
    expectRefused(done, "cannot be filled");
    EXPECT_NE(done.err.find("ERROR 1146"), std::string::npos) << done.err;
    EXPECT_EQ(done.err.find("all of the content"), std::string::npos) << done.err;
    EXPECT_NE(done.err.find("is unfinished, and no server starts with it"), std::string::npos) << done.err;
    expectRefused(installation_.run({"serve"}), "the database is an unfinished restore");

    const Finished whole = script("inkwell-restore", {"--replace", made(GetParam()).backup});
    EXPECT_EQ(whole.code, 0) << whole.err;
    EXPECT_TRUE(hasAccount("ann"));
}

TEST_P(MariaDbRefusals, ARecordThatTheDatabaseServerDoesNotTake) {
    PrivateMariaDb& server = PrivateMariaDb::instance();
    const std::string use = "USE " + installation_.database() + "; ";
    const std::string folder = installation_.directory() + "/long";
    server.run(use + "CREATE TABLE quotes (text LONGTEXT); INSERT INTO quotes VALUES (REPEAT('\"', 9800000))");
    const Finished backup = script("inkwell-backup", {folder});
    server.run(use + "DROP TABLE quotes");
    EXPECT_EQ(backup.code, 0) << backup.err;
    const std::string told =
        "bytes, and the database server's max_allowed_packet is 16777216; as its administrator "
        "run: SET GLOBAL max_allowed_packet = 19922944, and write 'max_allowed_packet = 19M'";
    EXPECT_NE(backup.err.find(told), std::string::npos) << backup.err;

    const Finished refused = script("inkwell-restore", {"--replace", folder});
    expectRefused(refused, told);
    EXPECT_NE(refused.err.find("nothing has been changed"), std::string::npos) << refused.err;
    EXPECT_TRUE(hasAccount("ann"));

    server.run("SET GLOBAL max_allowed_packet = 19922944");
    const Finished restored = script("inkwell-restore", {"--replace", folder});
    server.run("SET GLOBAL max_allowed_packet = 16777216");
    EXPECT_EQ(restored.code, 0) << restored.err;
    EXPECT_NE(server.run(use + "SELECT LENGTH(text) FROM quotes").find("9800000"), std::string::npos);
    server.run(use + "DROP TABLE quotes");
}

TEST_P(MariaDbRefusals, AnAccountThatMayNotDoAllOfARestore) {
    PrivateMariaDb& server = PrivateMariaDb::instance();
    const std::string on = " ON " + installation_.database() + ".* ";
    const std::string served = "SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, INDEX, REFERENCES";
    installation_.setVariable("INKWELL_PLUGINS_DATABASE_MYSQL_USER", "keeper");
    const auto replaceWith = [&](const std::string& rights) {
        server.run("CREATE OR REPLACE USER keeper@localhost; GRANT " + rights + on + "TO keeper@localhost");
        return script("inkwell-restore", {"--replace", backup_});
    };
    for (const std::string& rights : {served, served + ", DROP", served + ", LOCK TABLES"}) {
        const Finished refused = replaceWith(rights);
        expectRefused(refused, "GRANT ALL ON `" + installation_.database() +
                                   "`.* TO 'keeper'@'localhost'; nothing has been changed");
        EXPECT_EQ(server.run("SHOW TABLES FROM " + installation_.database() + " LIKE 'restore%'"), "") << rights;
        EXPECT_TRUE(hasAccount("ann")) << rights;
    }
    const Finished restored = replaceWith("ALL");
    EXPECT_EQ(restored.code, 0) << restored.err;
    EXPECT_TRUE(hasAccount("ann"));
    server.run("DROP USER keeper@localhost");
}

TEST_P(MariaDbRefusals, AServerThatIsAtAnotherOfSeveralHosts) {
    const auto addressOf = [](const PrivateMariaDb& server) { return "127.0.0.1:" + std::to_string(server.port()); };
    PrivateMariaDb other({.durable = false});
    other.run("CREATE DATABASE " + installation_.database());
    installation_.setVariable("INKWELL_PLUGINS_DATABASE_MYSQL_SOCKET", "");
    installation_.setVariable("INKWELL_PLUGINS_DATABASE_MYSQL_HOST",
                              addressOf(PrivateMariaDb::instance()) + ", " + addressOf(other));
    const ChildProcess session("/usr/bin/env", {"mariadb", "--no-defaults", "--user=root", "--socket=" + other.socket(),
                                                "--execute=SELECT SLEEP(600)", installation_.database()});
    ASSERT_TRUE(eventually([&] { return other.run("SHOW PROCESSLIST").find("SLEEP(600)") != std::string::npos; }));
    expectRefused(script("inkwell-restore", {"--replace", backup_}), "1 other connections use the database");
    other.kill();
    expectRefused(
        script("inkwell-restore", {"--replace", backup_}),
        "--port=" + std::to_string(other.port()) + "', which 'host' in plugins.d/database_mysql.json names too");
    EXPECT_TRUE(hasAccount("ann"));
}

TEST_P(MariaDbRefusals, AServerThatStartedWhileTheSumsWereChecked) {
    const std::string programs = installation_.directory() + "/waiting";
    const std::string gate = programs + "/gate";
    fs::create_directory(programs);
    ASSERT_EQ(mkfifo(gate.c_str(), S_IRUSR | S_IWUSR), 0);
    std::ofstream(programs + "/sha256sum")
        << "#!/bin/bash\necho >'" << gate << "'\nread -r <'" << gate << "'\nexec /usr/bin/sha256sum \"$@\"\n";
    fs::permissions(programs + "/sha256sum", fs::perms::owner_all);
    addAccount("emil");
    installation_.setVariable("PATH", programs + ":" + std::getenv("PATH"));
    auto restore = std::async(std::launch::async, [&] {
        return script("inkwell-restore", {"--replace", "--without-media", backup_});
    });
    std::string line;
    std::ifstream opened(gate);
    std::getline(opened, line);
    const auto server = installation_.serve();
    std::ofstream(gate) << "go on\n";
    expectRefused(restore.get(), "other connections use the database");
    EXPECT_TRUE(hasAccount("emil"));
}

TEST_P(MariaDbRefusals, ARestoreKilledAnywhereLeavesAWholeDatabaseOrNoneToServe) {
    ASSERT_TRUE(hasAccount("ann"));
    const std::string programs = installation_.directory() + "/deadly";
    const std::string path = std::getenv("PATH");
    int kills = 0;
    for (Finished done{1, "", ""}; done.code != 0; ++kills) {
        ASSERT_LT(kills, 20);
        SCOPED_TRACE("killed at the call " + std::to_string(kills + 1));
        makeDeadly(programs, {"mariadb"}, kills + 1);
        installation_.setVariable("PATH", programs + ":" + path);
        done = script("inkwell-restore", {"--replace", backup_});
        installation_.setVariable("PATH", path);
        const std::string told = installation_.run({"doctor"}).out;
        EXPECT_TRUE(told.find("the database is an unfinished restore") != std::string::npos || hasAccount("ann"))
            << told;
    }
    EXPECT_GT(kills, 5);
    EXPECT_TRUE(hasAccount("ann"));
}

TEST_P(MariaDbRefusals, WhatAKilledRestoreLeftIsNoDatabaseToServe) {
    const std::string programs = installation_.directory() + "/deadly";
    const std::string path = std::getenv("PATH");
    fs::create_directory(programs);
    // Killed while it reads the dump, and before its last step.
    for (const char* deadly : {"[[ $* == *' -e '* ]] || { head -n 300 | /usr/bin/mariadb \"$@\"; "
                               "kill -KILL $(cut -d ' ' -f 4 /proc/$PPID/stat) $PPID; exit 1; }",
                               "[[ $* != *'DROP TABLE restore_unfinished'* ]] || { kill -KILL $PPID; exit 1; }"}) {
        SCOPED_TRACE(deadly);
        std::ofstream(programs + "/mariadb", std::ios::trunc) << "#!/bin/bash\n"
                                                              << deadly << "\nexec /usr/bin/mariadb \"$@\"\n";
        fs::permissions(programs + "/mariadb", fs::perms::owner_all);
        installation_.setVariable("PATH", programs + ":" + path);
        EXPECT_NE(script("inkwell-restore", {"--replace", backup_}).code, 0);
        installation_.setVariable("PATH", path);
        expectRefused(installation_.run({"serve"}), "the database is an unfinished restore");
        const Finished doctor = installation_.run({"doctor"});
        EXPECT_EQ(doctor.code, 1);
        EXPECT_NE(doctor.out.find("the database is an unfinished restore"), std::string::npos) << doctor.out;
        expectRefused(script("inkwell-backup", {backup_ + "2"}), "is an unfinished restore");
    }
    const Finished whole = script("inkwell-restore", {"--replace", backup_});
    EXPECT_EQ(whole.code, 0) << whole.err;
    EXPECT_TRUE(hasAccount("ann"));
}

}  // namespace
}  // namespace inkwell::test
