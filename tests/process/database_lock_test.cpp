// One SQLite file is for one server, whatever path leads to it; commands and backups use it beside the server.
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>

#include "tests/process/installation.h"

namespace inkwell::test {
namespace {

namespace fs = std::filesystem;

class DatabaseLock : public testing::Test {
protected:
    /// What a second server with another data directory says, when its file is `path`.
    std::string refusalFor(const std::string& path) {
        const Installation other(Engine::Sqlite, path);
        const Finished refused = other.run({"serve"});
        EXPECT_EQ(refused.code, 1) << refused.out;
        return refused.err;
    }
    static void expectPart(const std::string& text, const std::string& part) {
        EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is not in:\n" << text;
    }

    Installation installation_{Engine::Sqlite};
};

TEST_F(DatabaseLock, RefusesASecondServerByAnyPath) {
    const auto server = installation_.serve();
    const std::string file = installation_.database();
    const std::string linked = installation_.directory() + "/linked.db";
    const std::string hard = installation_.directory() + "/hard.db";
    const std::string folder = installation_.directory() + "/folder";
    fs::create_symlink(file, linked);
    fs::create_hard_link(file, hard);
    fs::create_directory_symlink(fs::path(file).parent_path(), folder);
    for (const std::string& path : {file, linked, hard, folder + "/inkwell.db"}) {
        const std::string refused = refusalFor(path);
        expectPart(refused, "cannot open the database file '" + path + "': another server is using it");
        expectPart(refused, "an SQLite file is for one server: stop that one first");
        EXPECT_FALSE(fs::exists(path + "-wal") && path != file && path != folder + "/inkwell.db") << path;
    }
    expectPart(refusalFor(linked), "(as '" + fs::canonical(file).string() + "')");
    EXPECT_EQ(sendRequest(Installation::portOf(*server), "GET", "/v2/status").status, 200);
}

TEST_F(DatabaseLock, EndsWithTheServerHoweverThatEnds) {
    auto server = installation_.serve();
    server->send(SIGKILL);
    EXPECT_EQ(server->wait(), 128 + SIGKILL);
    const Installation other(Engine::Sqlite, installation_.database());
    auto second = other.serve();
    second->send(SIGTERM);
    EXPECT_EQ(second->wait(), 0);
    EXPECT_NE(installation_.serve(), nullptr);
}

TEST_F(DatabaseLock, KeepsNoCommandAndNoBackupOut) {
    const auto server = installation_.serve();
    EXPECT_EQ(installation_.run({"user", "add", "--email", "ann@example.com"}).code, 0);
    EXPECT_EQ(installation_.run({"check-config"}).code, 0);
    const Finished kept = installation_.runScript("inkwell-backup", {installation_.directory() + "/backup"});
    EXPECT_EQ(kept.code, 0) << kept.err;
    // A command opens and closes the file; that must not undo the lock.
    expectPart(refusalFor(installation_.database()), "another server is using it");
}

}  // namespace
}  // namespace inkwell::test
