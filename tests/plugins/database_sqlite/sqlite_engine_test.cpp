#include <fcntl.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <fstream>
#include <optional>
#include <thread>
#include <vector>

#include "database_engine_suite.h"
#include "kernel/data/database.h"
#include "tests/support/test_engines.h"

namespace inkwell::testkit {
namespace {

INSTANTIATE_TEST_SUITE_P(Sqlite, DatabaseEngineSuite,
                         testing::Values(DatabaseEngineCase{"sqlite", test::makeSqliteEngine}),
                         DatabaseEngineSuite::nameOf);

}  // namespace
}  // namespace inkwell::testkit

namespace inkwell::test {
namespace {

using database_sqlite::SqliteEngine;
using Kind = DatabaseError::Kind;

mode_t modeOf(const std::filesystem::path& path) {
    struct stat status {};
    EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
    return status.st_mode & 0777;
}

TEST(SqliteEngine, CreatesFolderAndFileForTheOwnerAlone) {
    const TemporaryFolder folder;
    SqliteEngine engine((folder.path() / "deep/inkwell.db").string());
    const auto session = engine.open();
    session->execute("CREATE TABLE t (a INTEGER)", {});
    EXPECT_EQ(modeOf(folder.path() / "deep"), 0700u);
    for (const char* file : {"inkwell.db", "inkwell.db-wal", "inkwell.db-shm"}) {
        EXPECT_EQ(modeOf(folder.path() / "deep" / file), 0600u) << file;
    }
}

// Two rows to a page. Each round fills a savepoint from what is there and rolls it back: its pages before the change
// are read from memory, from the temporary file and over the border between both (4 MiB).
TEST(SqliteEngine, RollsBackASavepointOfAnySize) {
    const TemporaryFolder folder;
    SqliteEngine engine((folder.path() / "inkwell.db").string());
    const auto session = engine.open();
    constexpr int kRows = 5000;
    session->execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT NOT NULL)", {});
    session->execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
        "INSERT INTO t SELECT i, printf('%.1600c', 'a') FROM n",
        {std::int64_t{kRows}});
    const auto changed = [&] {
        return session->select("SELECT COUNT(*) FROM t WHERE b <> printf('%.1600c', 'a')", {}).at(0).at(0).integer();
    };
    session->begin(true);
    for (const int rows : {10, 200, 1700, 2300, kRows, 300}) {
        session->execute("SAVEPOINT outer_one", {});
        session->execute("UPDATE t SET b = printf('%.1600c', 'b') WHERE a <= ?", {std::int64_t{rows}});
        session->execute("SAVEPOINT inner_one", {});
        session->execute("UPDATE t SET b = printf('%.1500c', 'c') WHERE a > ?", {std::int64_t{kRows - rows}});
        session->execute("ROLLBACK TO inner_one", {});
        EXPECT_EQ(changed(), rows);
        session->execute("RELEASE inner_one", {});
        session->execute("ROLLBACK TO outer_one", {});
        EXPECT_EQ(changed(), 0) << rows;
        session->execute("RELEASE outer_one", {});
    }
    session->commit();
    EXPECT_EQ(session->select("PRAGMA integrity_check", {}).at(0).at(0).text(), "ok");
}

// As `proc(5)` shows them: files that were opened and removed at once are among those that are open.
TEST(SqliteEngine, KeepsWhatASavepointOfAPostHasToUndoInMemory) {
    const TemporaryFolder folder;
    SqliteEngine engine((folder.path() / "inkwell.db").string());
    const auto session = engine.open();
    session->execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT NOT NULL)", {});
    session->execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) "
        "INSERT INTO t SELECT i, printf('%.1600c', 'a') FROM n",
        {});
    const auto filesOf = [] {
        int removed = 0;
        for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
            std::error_code gone;
            removed += std::filesystem::read_symlink(entry.path(), gone).string().find("/etilqs_") != std::string::npos;
        }
        return removed;
    };
    session->begin(true);
    session->execute("SAVEPOINT one", {});
    session->execute("UPDATE t SET b = 'b' WHERE a <= 400", {});
    EXPECT_EQ(filesOf(), 0);
    session->execute("UPDATE t SET b = 'b'", {});
    EXPECT_EQ(filesOf(), 1);
    session->execute("RELEASE one", {});
    session->commit();
    EXPECT_EQ(filesOf(), 0);
}

TEST(SqliteEngine, SaysWhyAFileCannotBeOpened) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder.path() / "inkwell.db");
    std::ofstream(folder.path() / "file") << "no folder";
    const auto refusalOf = [&](const char* file) -> std::string {
        try {
            SqliteEngine((folder.path() / file).string()).open();
        } catch (const DatabaseError& error) {
            return error.what();
        }
        return "opened";
    };
    EXPECT_NE(refusalOf("inkwell.db").find("inkwell.db': it is a folder"), std::string::npos);
    EXPECT_NE(refusalOf("file/inkwell.db").find("Not a directory"), std::string::npos) << refusalOf("file/inkwell.db");
}

TEST(SqliteEngine, UndoesAndKeepsWhatASavepointDoesToManyPages) {
    const TemporaryFolder folder;
    SqliteEngine engine((folder.path() / "inkwell.db").string());
    const auto session = engine.open();
    session->execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)", {});
    session->execute(
        "INSERT INTO t (b) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) "
        "SELECT hex(zeroblob(1000)) FROM n",
        {});
    const auto rows = [&] { return session->select("SELECT COUNT(*) FROM t WHERE b <> ''", {}).at(0).at(0).integer(); };
    session->begin(true);
    session->execute("SAVEPOINT undone", {});
    EXPECT_EQ(session->execute("UPDATE t SET b = ''", {}), 2000);
    session->execute("ROLLBACK TO undone", {});
    EXPECT_EQ(rows(), 2000);
    EXPECT_EQ(session->execute("DELETE FROM t WHERE a > 1", {}), 1999);
    session->execute("RELEASE undone", {});
    session->commit();
    EXPECT_EQ(rows(), 1);
}

/// Whether another process sees a lock of this one on any byte of the file. Locks never stand in their owner's own way.
bool isLockedForOthers(const std::string& file) {
    const pid_t child = ::fork();
    if (child == 0) {
        struct flock lock {};
        lock.l_type = F_WRLCK;
        lock.l_whence = SEEK_SET;
        const int descriptor = ::open(file.c_str(), O_RDWR);
        const bool asked = descriptor >= 0 && ::fcntl(descriptor, F_GETLK, &lock) == 0;
        ::_exit(asked && lock.l_type != F_UNLCK ? 1 : 0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 1;
}

// Without the lock another process takes itself for the last one, and removes the write-ahead log when it closes: what
// this process writes afterwards is lost.
TEST(SqliteEngine, KeepsItsLocksWhenItOpensFurtherSessions) {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "inkwell.db").string();
    SqliteEngine engine(file);
    const auto first = engine.open();
    first->execute("CREATE TABLE t (a INTEGER)", {});
    EXPECT_TRUE(isLockedForOthers(file));
    const auto second = engine.open();
    EXPECT_TRUE(isLockedForOthers(file));
}

TEST(SqliteEngine, SetsTheSessionUp) {
    TemporarySqliteEngine engine;
    const auto session = engine.open();
    EXPECT_EQ(session->selectOne("PRAGMA journal_mode")->at(0).view(), "wal");
    EXPECT_EQ(session->selectOne("PRAGMA synchronous")->at(0).integer(), 2);
    EXPECT_EQ(session->selectOne("PRAGMA foreign_keys")->at(0).integer(), 1);
    EXPECT_EQ(session->selectOne("PRAGMA busy_timeout")->at(0).integer(), 5000);
}

TEST(SqliteEngine, ReadsWhileAnotherWrites) {
    TemporarySqliteEngine engine;
    const auto writer = engine.open();
    const auto reader = engine.open();
    writer->execute("CREATE TABLE t (a INTEGER)", {});
    writer->begin(true);
    writer->execute("INSERT INTO t (a) VALUES (?)", {1});
    EXPECT_EQ(reader->selectOne("SELECT COUNT(*) FROM t")->at(0).integer(), 0);
    writer->commit();
    EXPECT_EQ(reader->selectOne("SELECT COUNT(*) FROM t")->at(0).integer(), 1);
}

TEST(SqliteEngine, CallsAWriterThatWaitedInVainAConflict) {
    TemporarySqliteEngine engine;
    const auto first = engine.open();
    const auto second = engine.open();
    second->execute("PRAGMA busy_timeout = 1", {});
    first->begin(true);
    try {
        second->begin(true);
        ADD_FAILURE() << "two writers";
    } catch (const DatabaseError& error) {
        EXPECT_EQ(error.kind(), Kind::Conflict) << error.what();
    }
    first->rollback();
    EXPECT_NO_THROW(second->begin(true));
}

/// The kind of what committing throws.
Kind kindOfCommit(EngineSession& session) {
    try {
        session.commit();
    } catch (const DatabaseError& error) {
        return error.kind();
    }
    ADD_FAILURE() << "it says that it has committed";
    return Kind::Other;
}

TEST(SqliteEngine, DoesNotSayThatItCommitsWhatSqliteHasRolledBack) {
    const TemporaryFolder folder;
    SqliteEngine engine((folder.path() / "inkwell.db").string());
    const auto session = engine.open();
    session->execute("CREATE TABLE t (a INTEGER UNIQUE)", {});
    session->begin(true);
    session->execute("INSERT INTO t VALUES (1)", {});
    EXPECT_THROW(session->execute("INSERT OR ROLLBACK INTO t VALUES (1)", {}), DatabaseError);
    EXPECT_EQ(kindOfCommit(*session), Kind::Other);
    session->rollback();
    session->begin(true);
    session->execute("INSERT INTO t VALUES (2)", {});
    session->commit();
    EXPECT_EQ(session->selectOne("SELECT SUM(a) FROM t")->at(0).integer(), 2);
}

/// Write-ahead logs, whose syncs fail on demand; of connections that are opened while it lives.
class FailingDisk {
public:
    FailingDisk() {
        shim_ = *system_;
        shim_.zName = "failing disk";
        shim_.xOpen = open;
        sqlite3_vfs_register(&shim_, 1);
    }
    ~FailingDisk() {
        failing_ = false;
        sqlite3_vfs_unregister(&shim_);
        sqlite3_vfs_register(system_, 1);
    }
    void failSyncs() { failing_ = true; }

private:
    static int open(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* outFlags) {
        const int code = system_->xOpen(system_, name, file, flags, outFlags);
        if (file->pMethods == nullptr || (flags & SQLITE_OPEN_WAL) == 0) return code;
        real_ = file->pMethods;
        methods_ = *real_;
        methods_.xSync = sync;
        file->pMethods = &methods_;
        return code;
    }
    static int sync(sqlite3_file* file, int flags) { return failing_ ? SQLITE_IOERR_FSYNC : real_->xSync(file, flags); }

    static inline sqlite3_vfs* const system_ = sqlite3_vfs_find("unix");
    static inline const sqlite3_io_methods* real_ = nullptr;  // the same for all logs
    static inline sqlite3_io_methods methods_{};
    static inline bool failing_ = false;
    sqlite3_vfs shim_{};
};

TEST(SqliteEngine, ACommitWhoseSyncFailsHasNoKnownOutcome) {
    FailingDisk disk;
    const TemporaryFolder folder;
    SqliteEngine engine((folder.path() / "inkwell.db").string());
    kernel::PooledDatabase database(engine, {});
    database.write([](Sql& sql) { sql.execute("CREATE TABLE t (a INTEGER)", {}); });
    disk.failSyncs();
    try {
        database.write([](Sql& sql) { sql.execute("INSERT INTO t VALUES (1)", {}); });
        ADD_FAILURE() << "it says that it has committed";
    } catch (const DatabaseError& error) {
        EXPECT_EQ(error.kind(), Kind::OutcomeUnknown) << error.what();
    }
    const std::int64_t rows = engine.open()->selectOne("SELECT COUNT(*) FROM t")->at(0).integer();
    EXPECT_EQ(rows, 1) << "the log has it: whoever is the first to open the file finds it there";
}

/// While it lives, no file of this process grows beyond `bytes`.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) {
        signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() { setrlimit(RLIMIT_FSIZE, &before_); }

private:
    rlimit before_{};
};

TEST(SqliteEngine, ACommitForWhichTheFileMayNotGrowIsRefusedAndNotedAndLeavesNothing) {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "inkwell.db";
    SqliteEngine engine(file.string());
    kernel::PooledDatabase database(engine, {});
    std::string noted;
    database.onFailedWrite([&](const std::string& why) { noted = why; });
    database.write([](Sql& sql) { sql.execute("CREATE TABLE t (a TEXT)", {}); });
    const auto keeper = engine.open();  // of the log, which the last one to close removes
    // The log takes the first page of a commit, and some of the last.
    const auto room = static_cast<rlim_t>(std::filesystem::file_size(file.string() + "-wal") + 6000);
    const auto rows = [](const std::filesystem::path& of) {
        return SqliteEngine(of.string()).open()->selectOne("SELECT COUNT(*) FROM t")->at(0).integer();
    };
    const auto insert = [&](std::size_t bytes) {
        database.write([&](Sql& sql) { sql.execute("INSERT INTO t VALUES (?)", {std::string(bytes, 'x')}); });
    };
    std::optional<DatabaseError> refusal;
    for (const std::size_t bytes : {6'000U, 100'000U}) {
        refusal.reset();
        noted.clear();
        {
            const FileSizeLimit limit(room);
            try {
                insert(bytes);
            } catch (const DatabaseError& error) {
                refusal = error;
            }
        }
        ASSERT_TRUE(refusal) << bytes;
        EXPECT_EQ(refusal->kind(), Kind::Unavailable) << refusal->what();
        EXPECT_EQ(std::string(refusal->what()), "COMMIT: SQLite error 778: disk I/O error (File too large)");
        EXPECT_EQ(noted, refusal->what());
        EXPECT_EQ(rows(file), 0) << bytes;
        const std::filesystem::path copy = folder.path() / ("after" + std::to_string(bytes) + ".db");
        std::filesystem::copy_file(file, copy);
        std::filesystem::copy_file(file.string() + "-wal", copy.string() + "-wal");
        EXPECT_EQ(rows(copy), 0) << "for who recovers the log, either";
    }
    insert(100'000);
    EXPECT_EQ(rows(file), 1);
}

TEST(SqliteEngine, AFullOrWriteProtectedDatabaseIsUnavailableUntilItIsNot) {
    const TemporaryFolder folder;
    SqliteEngine engine((folder.path() / "inkwell.db").string());
    const auto session = engine.open();
    session->execute("CREATE TABLE t (a TEXT)", {});
    const auto kindOfInsert = [&](EngineSession& one) -> std::optional<Kind> {
        try {
            one.execute("INSERT INTO t VALUES (?)", {std::string(100'000, 'x')});
        } catch (const DatabaseError& error) {
            return error.kind();
        }
        return std::nullopt;
    };
    session->execute("PRAGMA max_page_count = 10", {});
    EXPECT_TRUE(session->isUsable());
    EXPECT_EQ(kindOfInsert(*session), Kind::Unavailable);
    EXPECT_FALSE(session->isUsable()) << "it may keep the error";
    const auto other = engine.open();
    EXPECT_EQ(kindOfInsert(*other), std::nullopt);
    EXPECT_TRUE(other->isUsable());
    other->execute("PRAGMA query_only = ON", {});
    EXPECT_EQ(kindOfInsert(*other), Kind::Unavailable);
    EXPECT_FALSE(other->isUsable()) << "another one may be allowed to";
}

TEST(SqliteEngine, TakesNoWriteForAFileThatWasRemovedOrReplacedUnlessItIsPutBack) {
    const TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "inkwell.db";
    const std::filesystem::path aside = folder.path() / "aside.db";
    SqliteEngine engine(file.string());
    const auto session = engine.open();
    session->execute("CREATE TABLE t (a TEXT)", {});
    const auto expectRefusals = [&] {
        for (const auto& act :
             {std::function<void()>([&] { session->begin(true); }), std::function<void()>([&] { engine.open(); })}) {
            try {
                act();
                ADD_FAILURE() << "it was taken";
            } catch (const DatabaseError& error) {
                EXPECT_EQ(error.kind(), Kind::Unavailable);
                EXPECT_NE(std::string(error.what()).find(file.string()), std::string::npos) << error.what();
            }
        }
    };
    std::filesystem::rename(file, aside);
    expectRefusals();
    EXPECT_FALSE(std::filesystem::exists(file)) << "an empty one in its place would look like a new database";
    std::ofstream(file).close();
    expectRefusals();
    std::filesystem::rename(aside, file);
    session->begin(true);
    session->execute("INSERT INTO t VALUES (?)", {"x"});
    session->commit();
    EXPECT_EQ(engine.open()->selectOne("SELECT COUNT(*) FROM t")->at(0).integer(), 1);
}

TEST(SqliteEngine, ChecksForeignKeys) {
    TemporarySqliteEngine engine;
    const auto session = engine.open();
    session->execute("CREATE TABLE parents (id INTEGER PRIMARY KEY)", {});
    session->execute("CREATE TABLE children (parent INTEGER REFERENCES parents (id))", {});
    EXPECT_THROW(session->execute("INSERT INTO children (parent) VALUES (?)", {1}), DatabaseError);
}

TEST(SqliteEngine, SaysWhichFileItCannotOpen) {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "inkwell.db").string();
    std::ofstream(file) << std::string(4096, 'x');
    try {
        SqliteEngine(file).open();
        ADD_FAILURE() << "it opened";
    } catch (const DatabaseError& error) {
        EXPECT_EQ(error.kind(), Kind::Unavailable);
        EXPECT_NE(std::string(error.what()).find(file), std::string::npos) << error.what();
    }
}

TEST(SqliteEngine, OpensOneNewFileFromManyThreadsAndEngines) {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "inkwell.db").string();
    std::vector<std::thread> threads;
    std::atomic<int> opened{0};
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] {
            SqliteEngine engine(file);
            if (engine.open()->selectOne("SELECT 1")) ++opened;
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(opened, 8);
}

}  // namespace
}  // namespace inkwell::test
