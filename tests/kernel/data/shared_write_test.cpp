// Writers of an engine with one writer share transactions and commits; each keeps its own success or failure.
#include "kernel/data/shared_write.h"

#include <gtest/gtest.h>

#include <future>
#include <thread>

#include "kernel/data/database.h"
#include "tests/kernel/data/fake_engine.h"
#include "tests/support/eventually.h"
#include "tests/support/test_engines.h"

namespace inkwell::test {
namespace {

using kernel::PooledDatabase;
using Kind = DatabaseError::Kind;

/// Writers that are let in once all of them wait.
class Queue {
public:
    explicit Queue(PooledDatabase& database) : database_(database) {
        first_ = std::async(std::launch::async, [this] { database_.write([this](Sql&) { mayGo_.wait(); }); });
        isHeld_ = eventually([this] { return database_.numbers().writers.taken == 1; });
    }
    void add(std::function<void(Sql&)> body) {
        writers_.push_back(
            std::async(std::launch::async, [this, body = std::move(body)] { database_.write(std::ref(body)); }));
        const int waiting = static_cast<int>(writers_.size());
        EXPECT_TRUE(eventually([&] { return database_.numbers().writers.waiting == waiting; }));
    }
    /// What each got, in the order of add(): "" for success.
    std::vector<std::string> run() {
        EXPECT_TRUE(isHeld_);
        go_.set_value();
        first_.wait();
        std::vector<std::string> outcomes;
        for (auto& writer : writers_) {
            try {
                writer.get();
                outcomes.emplace_back();
            } catch (const std::exception& error) {
                outcomes.emplace_back(error.what());
            }
        }
        return outcomes;
    }
    std::future<void>& first() { return first_; }

private:
    PooledDatabase& database_;
    std::promise<void> go_;
    std::shared_future<void> mayGo_ = go_.get_future().share();
    std::future<void> first_;
    std::vector<std::future<void>> writers_;
    bool isHeld_;
};

/// The database asks for the number of writers when it is made.
struct EngineOfOneWriter : FakeEngine {
    EngineOfOneWriter() { writers = 1; }
};

class SharedCommit : public testing::Test {
protected:
    EngineOfOneWriter engine_;
    PooledDatabase database_{engine_, {.size = 4, .wait = std::chrono::minutes(1), .maxAttempts = 4}};
};

TEST_F(SharedCommit, WaitingWritersShareACommit) {
    Queue queue(database_);
    for (int n = 0; n < 8; ++n) queue.add([](Sql& sql) { sql.execute("a statement"); });
    EXPECT_EQ(queue.run(), std::vector<std::string>(8));
    EXPECT_LT(engine_.committed, 9);
    EXPECT_EQ(engine_.rolledBack, 0);
}

TEST_F(SharedCommit, AWriterByItselfCommitsAtOnceAndNeedsNoSavepoint) {
    engine_.onStatement = {std::nullopt, Kind::Other};
    for (int n = 1; n <= 3; ++n) {
        database_.write([](Sql&) {});
        EXPECT_EQ(engine_.committed, n);
    }
    EXPECT_EQ(engine_.onStatement.size(), 2U) << "a statement of its own was executed";
}

TEST_F(SharedCommit, AFailedCommitIsTheFailureOfAll) {
    engine_.onCommit.assign(10, Kind::Unavailable);
    std::atomic<int> told{0};
    Queue queue(database_);
    for (int n = 0; n < 3; ++n) {
        queue.add([&](Sql&) { database_.afterCommit([&] { ++told; }); });
    }
    EXPECT_EQ(queue.run(), std::vector<std::string>(3, "planned"));
    EXPECT_THROW(queue.first().get(), DatabaseError);
    EXPECT_EQ(told, 0);
    EXPECT_EQ(engine_.committed, 0);
    EXPECT_EQ(engine_.alive, 1);
}

TEST_F(SharedCommit, AnUnknownOutcomeIsToldForEachAndNotTriedAgain) {
    engine_.onCommit.assign(10, Kind::ConnectionLost);
    std::atomic<int> unknown{0};
    std::atomic<int> runs{0};
    database_.onUnknownOutcome([&] { ++unknown; });
    Queue queue(database_);
    for (int n = 0; n < 3; ++n) queue.add([&](Sql&) { ++runs; });
    EXPECT_EQ(queue.run(), std::vector<std::string>(3, "planned"));
    EXPECT_EQ(runs, 3);
    EXPECT_EQ(unknown, 4);
    EXPECT_EQ(engine_.alive, 0);
}

TEST_F(SharedCommit, ACommitThatMetAConflictIsRunAgainByEach) {
    engine_.onCommit = {Kind::Conflict};
    std::atomic<int> runs{0};
    Queue queue(database_);
    for (int n = 0; n < 3; ++n) queue.add([&](Sql&) { ++runs; });
    EXPECT_EQ(queue.run(), std::vector<std::string>(3));
    EXPECT_GE(runs, 3);
}

TEST_F(SharedCommit, WhoWorksWithoutWritersFindsNoOpenTransaction) {
    Queue queue(database_);
    auto alone = std::async(std::launch::async, [&] {
        int open = -1;
        database_.withoutWriters([&] { open = engine_.begun - engine_.committed; });
        return open;
    });
    ASSERT_TRUE(eventually([&] { return database_.numbers().writers.waiting == 1; }));
    EXPECT_TRUE(queue.run().empty());
    EXPECT_EQ(alone.get(), 0);
}

TEST_F(SharedCommit, WritersKeepOneSessionUntilTheDatabaseIsClosed) {
    for (int n = 0; n < 3; ++n) {
        database_.write([&](Sql&) { database_.afterCommit([&] { database_.read([](Sql&) {}); }); });
    }
    EXPECT_EQ(engine_.opened, 2);
    database_.close();
    EXPECT_EQ(engine_.alive, 0);
    database_.write([](Sql&) {});
    EXPECT_EQ(engine_.alive, 0);
}

/// The same on SQLite: what is stored in the end.
class SharedOnSqlite : public testing::Test {
protected:
    SharedOnSqlite() {
        database_.write([](Sql& sql) { sql.execute("CREATE TABLE things (id INTEGER PRIMARY KEY)"); });
    }
    static void add(Sql& sql, int id) { sql.execute("INSERT INTO things (id) VALUES (?)", {id}); }
    std::vector<std::int64_t> ids() {
        return database_.read([](Sql& sql) {
            std::vector<std::int64_t> ids;
            for (const SqlRow& row : sql.select("SELECT id FROM things ORDER BY id")) ids.push_back(row[0].integer());
            return ids;
        });
    }

    std::unique_ptr<DatabaseEngine> engine_ = makeSqliteEngine();
    PooledDatabase database_{*engine_, {.size = 4, .wait = std::chrono::minutes(1)}};
};

TEST_F(SharedOnSqlite, EachKeepsItsOwnSuccessOrFailure) {
    Queue queue(database_);
    for (int n = 0; n < 6; ++n) {
        queue.add([n](Sql& sql) {
            add(sql, n);
            if (n % 2 == 1) throw std::runtime_error("undo " + std::to_string(n));
        });
    }
    EXPECT_EQ(queue.run(), (std::vector<std::string>{"", "undo 1", "", "undo 3", "", "undo 5"}));
    EXPECT_EQ(ids(), (std::vector<std::int64_t>{0, 2, 4}));
}

TEST_F(SharedOnSqlite, WhatOneHasStoredTheNextOneFinds) {
    Queue queue(database_);
    queue.add([](Sql& sql) { add(sql, 1); });
    queue.add([](Sql& sql) {
        EXPECT_THROW(add(sql, 1), DatabaseError);
        add(sql, 2);
    });
    EXPECT_EQ(queue.run(), std::vector<std::string>(2));
    EXPECT_EQ(ids(), (std::vector<std::int64_t>{1, 2}));
}

TEST_F(SharedOnSqlite, WhenOneEndsTheTransactionTheOthersAreRunAgain) {
    Queue queue(database_);
    queue.add([](Sql& sql) { add(sql, 1); });
    queue.add([](Sql& sql) { sql.execute("ROLLBACK"); });
    queue.add([](Sql& sql) { add(sql, 3); });
    const std::vector<std::string> outcomes = queue.run();
    EXPECT_EQ(outcomes[0], "");
    EXPECT_NE(outcomes[1], "");
    EXPECT_EQ(outcomes[2], "");
    EXPECT_EQ(ids(), (std::vector<std::int64_t>{1, 3}));
}

TEST_F(SharedOnSqlite, WhoeverReturnsIsSeenByOtherSessionsAtOnce) {
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t) {
        threads.emplace_back([this, t] {
            for (int id = t * 100; id < t * 100 + 40; ++id) {
                const auto write = [&] { database_.write([&](Sql& sql) { add(sql, id); }); };
                // Some of them inside a read, which has a session of its own.
                id % 3 == 0 ? database_.read([&](Sql&) { write(); }) : write();
                EXPECT_TRUE(database_.read(
                    [&](Sql& sql) { return sql.selectOne("SELECT id FROM things WHERE id = ?", {id}).has_value(); }));
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(ids().size(), 320U);
}

}  // namespace
}  // namespace inkwell::test
