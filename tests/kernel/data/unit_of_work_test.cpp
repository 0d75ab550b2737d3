// What PooledDatabase does when an attempt fails, on an engine that fails as planned.
#include <gtest/gtest.h>

#include <thread>

#include "kernel/data/database.h"
#include "tests/kernel/data/fake_engine.h"

namespace inkwell::kernel {
namespace {

using test::FakeEngine;
using Kind = DatabaseError::Kind;

class Attempts : public testing::Test {
protected:
    Kind kindOf(const std::function<void()>& action) {
        try {
            action();
        } catch (const DatabaseError& error) {
            return error.kind();
        }
        ADD_FAILURE() << "no DatabaseError was thrown";
        return Kind::Other;
    }
    void writeOnce() {
        database_.write([this](Sql& sql) {
            ++runs_;
            sql.execute("a statement");
        });
    }

    FakeEngine engine_;
    PooledDatabase database_{engine_, {.size = 2, .wait = std::chrono::milliseconds(5000), .maxAttempts = 4}};
    int runs_ = 0;
};

TEST_F(Attempts, AWriteThatMeetsConflictsIsRunAgain) {
    engine_.onStatement = {Kind::Conflict, Kind::Conflict};
    writeOnce();
    EXPECT_EQ(runs_, 3);
    EXPECT_EQ(engine_.rolledBack, 2);
    EXPECT_EQ(engine_.committed, 1);
    EXPECT_EQ(engine_.opened, 1);
}

TEST_F(Attempts, AWriteWhoseCommitIsRefusedIsRunAgain) {
    engine_.onCommit = {Kind::Conflict};
    writeOnce();
    EXPECT_EQ(runs_, 2);
    EXPECT_EQ(engine_.committed, 1);
}

TEST_F(Attempts, AConflictAtTheBeginningIsTriedAgain) {
    engine_.onBegin = {Kind::Conflict};
    writeOnce();
    EXPECT_EQ(runs_, 1);
    EXPECT_EQ(engine_.committed, 1);
}

TEST_F(Attempts, TheNumberOfAttemptsIsBounded) {
    engine_.onStatement.assign(100, Kind::Conflict);
    EXPECT_EQ(kindOf([&] { writeOnce(); }), Kind::Conflict);
    EXPECT_EQ(runs_, 4);
    EXPECT_EQ(engine_.committed, 0);
}

TEST_F(Attempts, OtherErrorsAreNotTriedAgain) {
    for (const Kind kind : {Kind::Other, Kind::Unavailable}) {
        engine_.onStatement = {kind};
        EXPECT_EQ(kindOf([&] { writeOnce(); }), kind);
    }
    EXPECT_EQ(runs_, 2);
    EXPECT_EQ(engine_.rolledBack, 2);
}

TEST_F(Attempts, WhatSomebodyElseHasStoredMeanwhileIsLookedForAgain) {
    engine_.onStatement = {Kind::Duplicate};
    writeOnce();
    EXPECT_EQ(runs_, 2);
    EXPECT_EQ(engine_.rolledBack, 1);
    EXPECT_EQ(engine_.committed, 1);
    engine_.onStatement.assign(100, Kind::Duplicate);
    runs_ = 0;
    EXPECT_EQ(kindOf([&] { writeOnce(); }), Kind::Duplicate);
    EXPECT_EQ(runs_, 4);
}

TEST_F(Attempts, ADuplicateThatTheFunctionExpectsIsItsOwnMatter) {
    engine_.onStatement = {Kind::Duplicate};
    database_.write([&](Sql& sql) {
        ++runs_;
        EXPECT_THROW(sql.execute("a statement"), DatabaseError);
    });
    EXPECT_EQ(runs_, 1);
    EXPECT_EQ(engine_.committed, 1);
}

TEST_F(Attempts, AConflictThatTheFunctionHidesIsNotCommitted) {
    engine_.onStatement = {Kind::Conflict};
    bool refused = false;
    database_.write([&](Sql& sql) {
        ++runs_;
        try {
            sql.execute("a statement");
        } catch (const DatabaseError&) {
            // The engine has rolled back: this would be committed by itself.
            EXPECT_THROW(sql.execute("another"), DatabaseError);
            refused = true;
        }
    });
    EXPECT_TRUE(refused);
    EXPECT_EQ(runs_, 2);
    EXPECT_EQ(engine_.committed, 1);
}

TEST_F(Attempts, AFullDatabaseThatTheFunctionHidesIsNotCommitted) {
    engine_.onStatement = {Kind::Unavailable};
    EXPECT_EQ(kindOf([&] {
                  database_.write([&](Sql& sql) {
                      ++runs_;
                      EXPECT_THROW(sql.execute("a statement"), DatabaseError);
                  });
              }),
              Kind::Unavailable);
    EXPECT_EQ(runs_, 1);
    EXPECT_EQ(engine_.committed, 0);
    writeOnce();
    EXPECT_EQ(engine_.committed, 1);
}

TEST_F(Attempts, AConflictThatTheFunctionTurnsIntoItsOwnErrorIsTriedAgain) {
    engine_.onStatement = {Kind::Conflict};
    database_.write([&](Sql& sql) {
        ++runs_;
        try {
            sql.execute("a statement");
        } catch (const DatabaseError&) {
            throw std::runtime_error("its own");
        }
    });
    EXPECT_EQ(runs_, 2);
}

TEST_F(Attempts, ActionsOfAFailedAttemptAreDropped) {
    engine_.onCommit = {Kind::Conflict};
    std::vector<int> actions;
    database_.write([&](Sql&) {
        const int run = ++runs_;
        database_.afterCommit([&actions, run] { actions.push_back(run); });
    });
    EXPECT_EQ(actions, std::vector<int>{2});
}

TEST_F(Attempts, ALostConnectionIsReplacedOnceTogetherWithTheIdleOnes) {
    // Two sessions, both idle afterwards.
    database_.read([&](Sql&) { std::thread([&] { database_.read([](Sql&) {}); }).join(); });
    ASSERT_EQ(engine_.alive, 2);
    engine_.onStatement = {Kind::ConnectionLost};
    writeOnce();
    EXPECT_EQ(runs_, 2);
    EXPECT_EQ(engine_.committed, 1);
    EXPECT_EQ(engine_.opened, 3);
    EXPECT_EQ(engine_.alive, 1);
}

TEST_F(Attempts, AConnectionLostTwiceIsUnavailable) {
    engine_.onStatement = {Kind::ConnectionLost, Kind::ConnectionLost};
    EXPECT_EQ(kindOf([&] { writeOnce(); }), Kind::Unavailable);
    EXPECT_EQ(runs_, 2);
    EXPECT_EQ(engine_.alive, 0);
}

TEST_F(Attempts, ADatabaseThatStaysAwayIsUnavailable) {
    writeOnce();
    engine_.onStatement = {Kind::ConnectionLost};
    engine_.away = true;
    EXPECT_EQ(kindOf([&] { writeOnce(); }), Kind::Unavailable);
    engine_.away = false;
    writeOnce();
    EXPECT_EQ(engine_.committed, 2);
}

TEST_F(Attempts, AConnectionLostWhileCommittingHasAnUnknownOutcomeAndIsNotTriedAgain) {
    engine_.onCommit = {Kind::ConnectionLost};
    bool told = false;
    EXPECT_EQ(kindOf([&] {
                  database_.write([&](Sql&) {
                      ++runs_;
                      database_.afterCommit([&] { told = true; });
                  });
              }),
              Kind::OutcomeUnknown);
    EXPECT_EQ(runs_, 1);
    EXPECT_FALSE(told);
    writeOnce();
    EXPECT_EQ(engine_.committed, 1);
}

TEST_F(Attempts, AReadIsRunAgainOnlyBeforeItGotSomething) {
    const auto readTwice = [&] {
        database_.read([&](Sql& sql) {
            ++runs_;
            sql.select("first");
            sql.select("second");
        });
    };
    engine_.onStatement = {Kind::ConnectionLost};
    readTwice();
    EXPECT_EQ(runs_, 2);
    engine_.onStatement = {std::nullopt, Kind::ConnectionLost};
    EXPECT_EQ(kindOf(readTwice), Kind::Unavailable);
    EXPECT_EQ(runs_, 3);
}

TEST_F(Attempts, AWriteInsideAReadIsTriedAgainByItself) {
    int reads = 0;
    engine_.onStatement = {std::nullopt, Kind::Conflict};
    database_.read([&](Sql& sql) {
        ++reads;
        sql.select("a statement");
        writeOnce();
    });
    EXPECT_EQ(reads, 1);
    EXPECT_EQ(runs_, 2);
    EXPECT_EQ(engine_.committed, 1);
}

TEST_F(Attempts, AWriteInsideAReadSurvivesALostConnection) {
    engine_.onStatement = {std::nullopt, Kind::ConnectionLost};
    database_.read([&](Sql& sql) {
        sql.select("a statement");
        writeOnce();
        sql.select("goes on with the new session");
    });
    EXPECT_EQ(runs_, 2);
    EXPECT_EQ(engine_.opened, 2);
}

TEST_F(Attempts, AReadThatWroteIsNotRunAgain) {
    int reads = 0;
    engine_.onStatement = {std::nullopt, Kind::ConnectionLost};
    EXPECT_EQ(kindOf([&] {
                  database_.read([&](Sql& sql) {
                      ++reads;
                      writeOnce();
                      sql.select("a statement");
                  });
              }),
              Kind::Unavailable);
    EXPECT_EQ(reads, 1);
    EXPECT_EQ(engine_.committed, 1);
}

}  // namespace
}  // namespace inkwell::kernel
