#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>
#include <vector>

#include "kernel/data/database.h"
#include "kernel/runtime/log.h"
#include "tests/kernel/data/fake_engine.h"

namespace inkwell::kernel {
namespace {

using test::FakeEngine;
using Kind = DatabaseError::Kind;

TEST(PooledDatabase, GivesUpWhenNoSessionBecomesFree) {
    FakeEngine engine;
    PooledDatabase database(engine, {.size = 1, .wait = std::chrono::milliseconds(20)});
    std::optional<Kind> kind;
    std::string message;
    database.read([&](Sql&) {
        std::thread([&] {
            try {
                database.read([](Sql&) {});
            } catch (const DatabaseError& error) {
                kind = error.kind();
                message = error.what();
            }
        }).join();
    });
    EXPECT_EQ(kind, Kind::Unavailable);
    EXPECT_NE(message.find("20 ms"), std::string::npos) << message;
    EXPECT_NO_THROW(database.read([](Sql&) {}));
}

TEST(PooledDatabase, WaitsForASessionThatComesBack) {
    FakeEngine engine;
    PooledDatabase database(engine, {.size = 1, .wait = std::chrono::minutes(1)});
    std::thread other;
    std::promise<void> started;
    database.read([&](Sql&) {
        other = std::thread([&] {
            started.set_value();
            database.read([](Sql&) {});
        });
        started.get_future().wait();
    });
    other.join();
    EXPECT_EQ(engine.opened, 1);
}

TEST(PooledDatabase, DoesNotUseAnIdleSessionThatHasBecomeUnusable) {
    FakeEngine engine;
    PooledDatabase database(engine, {.size = 3});
    database.read([](Sql&) {});
    EXPECT_EQ(engine.opened, 1);
    engine.moved = true;  // a session of another host
    database.read([&](Sql&) { engine.moved = false; });
    EXPECT_EQ(engine.opened, 2);
    EXPECT_EQ(engine.alive, 1);
}

TEST(PooledDatabase, OpensNoMoreSessionsThanItsSize) {
    FakeEngine engine;
    PooledDatabase database(engine, {.size = 3});
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 100; ++i) database.write([](Sql& sql) { sql.execute("a statement"); });
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_LE(engine.opened, 3);
    EXPECT_EQ(engine.committed, 800);
    EXPECT_EQ(database.statementCount(), 800);
}

TEST(PooledDatabase, CountsApartWhatRequestsRun) {
    FakeEngine engine;
    PooledDatabase database(engine, {.size = 1});
    const auto ask = [&] { database.read([](Sql& sql) { sql.select("SELECT 1", {}); }); };
    ask();
    {
        const LogRequestScope request("r1");
        ask();
        ask();
    }
    ask();
    EXPECT_EQ(database.statementCount(), 4);
    EXPECT_EQ(database.requestStatementCount(), 2);
}

TEST(PooledDatabase, QueuesWritersWhereTheEngineTakesOne) {
    FakeEngine engine;
    engine.writers = 1;
    PooledDatabase database(engine, {.size = 4, .wait = std::chrono::minutes(1)});
    std::atomic<int> inside{0};
    std::atomic<int> written{0};
    std::atomic<bool> collided{false};
    const auto write = [&](Sql&) {
        if (++inside > 1) collided = true;
        std::this_thread::yield();
        --inside;
        ++written;
    };
    std::vector<std::thread> threads;
    for (int t = 0; t < 6; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < 100; ++i) {
                if (t % 2 == 0) {
                    database.write(write);
                } else {
                    database.read([&](Sql&) { database.write(write); });
                }
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_FALSE(collided);
    EXPECT_EQ(written, 600);
    EXPECT_LE(engine.committed, 600) << "those that wait share a commit";
    EXPECT_EQ(engine.rolledBack, 0);
}

TEST(PooledDatabase, AWriterIsNotKeptWaitingByReadersWhoWaitToWrite) {
    FakeEngine engine;
    engine.writers = 1;
    PooledDatabase database(engine, {.size = 2, .wait = std::chrono::minutes(1)});
    std::promise<void> bothRead;
    std::promise<void> written;
    auto mayWrite = written.get_future().share();
    std::atomic<int> reading{0};
    std::vector<std::thread> readers;
    for (int t = 0; t < 2; ++t) {
        readers.emplace_back([&] {
            database.read([&](Sql&) {
                if (++reading == 2) bothRead.set_value();
                mayWrite.wait();
                database.write([](Sql&) {});
            });
        });
    }
    bothRead.get_future().wait();
    // Every session of the pool is out.
    database.write([](Sql&) {});
    written.set_value();
    for (std::thread& reader : readers) reader.join();
    EXPECT_EQ(engine.committed, 3);
}

TEST(PooledDatabase, ClosesIdleSessionsAtOnceAndOthersWhenTheyComeBack) {
    FakeEngine engine;
    PooledDatabase database(engine, {});
    database.read([](Sql&) {});
    EXPECT_EQ(engine.alive, 1);
    database.read([&](Sql&) {
        std::thread([&] { database.read([](Sql&) {}); }).join();
        EXPECT_EQ(engine.alive, 2);
        database.close();
        EXPECT_EQ(engine.alive, 1);
    });
    EXPECT_EQ(engine.alive, 0);
}

TEST(PooledDatabase, AFailedOpeningFreesItsPlace) {
    FakeEngine engine;
    PooledDatabase database(engine, {.size = 1, .wait = std::chrono::milliseconds(20)});
    engine.away = true;
    for (int i = 0; i < 3; ++i) EXPECT_THROW(database.read([](Sql&) {}), DatabaseError);
    engine.away = false;
    EXPECT_NO_THROW(database.read([](Sql&) {}));
}

}  // namespace
}  // namespace inkwell::kernel
