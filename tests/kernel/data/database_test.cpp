#include <gtest/gtest.h>

#include <barrier>
#include <future>
#include <set>
#include <thread>

#include "tests/kernel/data/both_engines.h"

namespace inkwell::test {
namespace {

using kernel::PooledDatabase;
using Kind = DatabaseError::Kind;

class DatabaseOnEngine : public EachEngine {
protected:
    DatabaseOnEngine() {
        database_.write([&](Sql& sql) {
            sql.execute(expand("CREATE TABLE things (id {int} NOT NULL PRIMARY KEY, amount {int} NOT NULL) {table}"));
        });
    }
    void add(Sql& sql, int id) { sql.execute("INSERT INTO things (id, amount) VALUES (?, ?)", {id, 0}); }
    std::int64_t amount(int id) {
        return database_.read(
            [&](Sql& sql) { return sql.selectOne("SELECT amount FROM things WHERE id = ?", {id})->at(0).integer(); });
    }
};

INKWELL_ON_EACH_ENGINE(DatabaseOnEngine);

TEST_P(DatabaseOnEngine, ReturnsWhatTheFunctionReturns) {
    EXPECT_EQ(database_.write([&](Sql& sql) {
        add(sql, 1);
        return std::string("done");
    }),
              "done");
    EXPECT_EQ(count("things"), 1);
}

TEST_P(DatabaseOnEngine, RollsBackOnAnyExceptionAndPassesItOn) {
    struct OwnError {};
    EXPECT_THROW(database_.write([&](Sql& sql) {
        add(sql, 1);
        throw OwnError{};
    }),
                 OwnError);
    EXPECT_EQ(count("things"), 0);
}

TEST_P(DatabaseOnEngine, NestedCallsJoinTheOutermostWrite) {
    EXPECT_THROW(database_.write([&](Sql& outer) {
        add(outer, 1);
        database_.write([&](Sql& inner) {
            EXPECT_EQ(&inner, &outer);
            add(inner, 2);
        });
        EXPECT_EQ(count("things"), 2);
        throw std::runtime_error("undo all");
    }),
                 std::runtime_error);
    EXPECT_EQ(count("things"), 0);
}

TEST_P(DatabaseOnEngine, AWriteInsideAReadCommitsByItself) {
    EXPECT_THROW(database_.read([&](Sql& sql) {
        EXPECT_TRUE(sql.select("SELECT id FROM things").empty());
        database_.write([&](Sql& inner) { add(inner, 1); });
        EXPECT_EQ(sql.select("SELECT id FROM things").size(), 1u);
        throw std::runtime_error("too late to undo");
    }),
                 std::runtime_error);
    EXPECT_EQ(count("things"), 1);
}

TEST_P(DatabaseOnEngine, ADuplicateLeavesTheRestOfTheUnitAlone) {
    database_.write([&](Sql& sql) {
        add(sql, 1);
        EXPECT_THROW(add(sql, 1), DatabaseError);
        add(sql, 2);
    });
    EXPECT_EQ(count("things"), 2);
}

TEST_P(DatabaseOnEngine, RunsActionsInOrderAfterTheOutermostCommit) {
    std::vector<std::string> order;
    database_.write([&](Sql& sql) {
        add(sql, 1);
        database_.afterCommit([&] {
            order.push_back("first sees " + std::to_string(count("things")));
            throw std::runtime_error("harms nobody");
        });
        database_.write([&](Sql& inner) {
            add(inner, 2);
            database_.afterCommit([&] { order.push_back("second"); });
        });
        order.push_back("body");
    });
    EXPECT_EQ(order, (std::vector<std::string>{"body", "first sees 2", "second"}));
}

TEST_P(DatabaseOnEngine, AnActionMayWriteAgain) {
    database_.write([&](Sql&) {
        database_.afterCommit([&] {
            database_.write([&](Sql& sql) {
                add(sql, 1);
                database_.afterCommit([&] { database_.write([&](Sql& later) { add(later, 2); }); });
            });
        });
    });
    EXPECT_EQ(count("things"), 2);
}

TEST_P(DatabaseOnEngine, DropsActionsWhenTheWriteFails) {
    bool ran = false;
    EXPECT_THROW(database_.write([&](Sql&) {
        database_.afterCommit([&] { ran = true; });
        throw std::runtime_error("no");
    }),
                 std::runtime_error);
    database_.write([](Sql&) {});
    EXPECT_FALSE(ran);
}

TEST_P(DatabaseOnEngine, RefusesActionsAndWritesOutsideAWrite) {
    EXPECT_THROW(database_.afterCommit([] {}), std::logic_error);
    EXPECT_THROW(database_.currentWrite(), std::logic_error);
    database_.read([&](Sql&) {
        EXPECT_THROW(database_.afterCommit([] {}), std::logic_error);
        EXPECT_THROW(database_.currentWrite(), std::logic_error);
    });
    database_.write([&](Sql& sql) { EXPECT_EQ(&database_.currentWrite(), &sql); });
}

TEST_P(DatabaseOnEngine, AReadChangesNothing) {
    database_.write([&](Sql& sql) { add(sql, 1); });
    const std::string refusal = database_.read([&](Sql& sql) -> std::string {
        try {
            sql.execute("UPDATE things SET amount = ? WHERE id = ?", {7, 1});
            return "no refusal";
        } catch (const std::logic_error& error) {
            EXPECT_EQ(sql.select("SELECT id FROM things").size(), 1U) << "the read goes on";
            return error.what();
        }
    });
    EXPECT_EQ(refusal, "a statement that changes something needs Database::write around it");
    EXPECT_EQ(amount(1), 0);
}

TEST_P(DatabaseOnEngine, KnowsWhetherItsThreadIsInsideAWrite) {
    EXPECT_FALSE(database_.isWriting());
    database_.read([&](Sql&) {
        EXPECT_FALSE(database_.isWriting());
        database_.write([&](Sql&) {
            EXPECT_TRUE(database_.isWriting());
            database_.read([&](Sql&) { EXPECT_TRUE(database_.isWriting()) << "it joins the write"; });
            std::thread([&] { EXPECT_FALSE(database_.isWriting()) << "another thread does not"; }).join();
        });
        EXPECT_FALSE(database_.isWriting());
    });
    EXPECT_THROW(database_.write([](Sql&) { throw std::runtime_error("no"); }), std::runtime_error);
    EXPECT_FALSE(database_.isWriting());
}

TEST_P(DatabaseOnEngine, EveryTransactionHasItsNumberAndOneThatIsRunAgainHasAnother) {
    EXPECT_EQ(database_.currentAttempt(), 0U);
    database_.read([&](Sql&) { EXPECT_EQ(database_.currentAttempt(), 0U); });
    std::set<std::uint64_t> numbers;
    database_.write([&](Sql&) {
        numbers.insert(database_.currentAttempt());
        database_.write([&](Sql&) { EXPECT_TRUE(numbers.contains(database_.currentAttempt())) << "it joins"; });
        if (numbers.size() < 2) throw DatabaseError(DatabaseError::Kind::Duplicate, "run it again");
    });
    database_.write([&](Sql&) { numbers.insert(database_.currentAttempt()); });
    EXPECT_EQ(numbers.size(), 3U);
    EXPECT_FALSE(numbers.contains(0));
}

TEST_P(DatabaseOnEngine, TwoDatabasesOfOneThreadAreTwoUnits) {
    const auto otherEngine = GetParam().engine();
    PooledDatabase other(*otherEngine, {});
    EXPECT_THROW(database_.write([&](Sql& sql) {
        add(sql, 1);
        other.write([&](Sql& inner) { inner.execute(expand("CREATE TABLE elsewhere (id {int}) {table}")); });
        throw std::runtime_error("undo one");
    }),
                 std::runtime_error);
    EXPECT_EQ(count("things"), 0);
    EXPECT_TRUE(other.read([](Sql& sql) { return sql.select("SELECT id FROM elsewhere").empty(); }));
}

TEST_P(DatabaseOnEngine, ConcurrentWritersLoseNothing) {
    database_.write([&](Sql& sql) { add(sql, 1); });
    const std::string read = "SELECT amount FROM things WHERE id = ?" + std::string(engine_->dialect().forUpdate());
    std::vector<std::thread> threads;
    for (int t = 0; t < 6; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 10; ++i) {
                database_.write([&](Sql& sql) {
                    const std::int64_t now = sql.selectOne(read, {1})->at(0).integer();
                    sql.execute("UPDATE things SET amount = ? WHERE id = ?", {now + 1, 1});
                });
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(amount(1), 60);
}

// Each locks its own row first and then wants the other's. On SQLite they queue and never meet.
TEST_P(DatabaseOnEngine, ADeadlockIsRunAgain) {
    if (!isMysql()) GTEST_SKIP() << "one writer at a time cannot deadlock";
    database_.write([&](Sql& sql) {
        add(sql, 1);
        add(sql, 2);
    });
    std::barrier bothLocked(2);
    std::atomic<int> runs{0};
    const auto crosswise = [&](int first, int second) {
        bool met = false;
        database_.write([&](Sql& sql) {
            ++runs;
            sql.execute("UPDATE things SET amount = amount + 1 WHERE id = ?", {first});
            if (!met) bothLocked.arrive_and_wait();
            met = true;
            sql.execute("UPDATE things SET amount = amount + 1 WHERE id = ?", {second});
        });
    };
    std::thread other(crosswise, 2, 1);
    crosswise(1, 2);
    other.join();
    EXPECT_GE(runs, 3);
    EXPECT_EQ(amount(1), 2);
    EXPECT_EQ(amount(2), 2);
}

}  // namespace
}  // namespace inkwell::test
