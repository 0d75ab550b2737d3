#include "kernel/data/change_follower.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <random>
#include <thread>

#include "kernel/data/change_feed.h"
#include "kernel/data/migrations.h"
#include "kernel/data/migrator.h"
#include "tests/kernel/data/both_engines.h"
#include "tests/support/random_seed.h"

namespace inkwell::test {
namespace {

using kernel::ChangeFollower;
using kernel::PooledDatabase;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using Names = std::vector<std::string>;

const ChangeFollower::Time kStart{std::chrono::hours(100)};
constexpr std::int64_t kTimeMs = 1'000'000'000;

Change named(const std::string& id) { return {0, "b", "object", "posts", id, "edited", kTimeMs, "user", "edited"}; }

class ChangeFollowerOnEngine : public EachEngine {
protected:
    ChangeFollowerOnEngine() { kernel::migrate(*engine_, {kernel::kernelMigrations()}, 1); }

    std::int64_t append(const std::string& id, const std::string& node = "there") {
        return database_.write([&](Sql& sql) {
            Change change = named(id);
            kernel::insertChange(sql, change, node);
            return change.sequence;
        });
    }
    Names pollAt(ChangeFollower::Time now) {
        Names ids;
        do {
            for (const Change& one : follower_->poll(now)) ids.push_back(one.id);
        } while (follower_->hasMore());
        return ids;
    }
    /// A standby that has not got them takes the database's place.
    void forgetAbove(std::int64_t number) {
        database_.write([&](Sql& sql) { sql.execute("DELETE FROM changes WHERE seq > ?", {number}); });
    }
    void appendAs(std::int64_t number, const std::string& id, std::int64_t timeMs) {
        append(id);
        database_.write([&](Sql& sql) {
            sql.execute("UPDATE changes SET seq = ?, time_ms = ? WHERE resource_id = ?", {number, timeMs, id});
        });
    }
    void begin() { follower_.emplace(database_, "here", kStart, kTimeMs); }

    std::optional<ChangeFollower> follower_;
};

/// A transaction of another server that has written its rows and neither committed nor ended.
class OpenTransaction {
public:
    OpenTransaction(DatabaseEngine& engine, const Names& ids) : session_(engine.open()) {
        session_->begin(true);
        for (const std::string& id : ids) add(id);
    }
    void add(const std::string& id) {
        Change change = named(id);
        kernel::insertChange(*session_, change, "elsewhere");
    }
    void commit() { session_->commit(); }
    void rollback() { session_->rollback(); }

private:
    std::unique_ptr<EngineSession> session_;
};

INKWELL_ON_EACH_ENGINE(ChangeFollowerOnEngine);

TEST_P(ChangeFollowerOnEngine, HearsEachChangeOfOthersOnceAndNothingOfBefore) {
    append("before");
    begin();
    append("a");
    append("own", "here");
    append("b");
    EXPECT_EQ(pollAt(kStart), (Names{"a", "b"}));
    EXPECT_EQ(pollAt(kStart), Names{});
}

TEST_P(ChangeFollowerOnEngine, HearsMoreThanAPage) {
    begin();
    database_.write([&](Sql& sql) {
        for (int n = 0; n < 2500; ++n) {
            Change change = named(std::to_string(n));
            kernel::insertChange(sql, change, "there");
        }
    });
    EXPECT_EQ(follower_->poll(kStart).size(), static_cast<std::size_t>(ChangeFollower::kPage));
    EXPECT_TRUE(follower_->hasMore());
    EXPECT_EQ(pollAt(kStart).size(), 1500u);
}

TEST_P(ChangeFollowerOnEngine, HearsAnOwnChangeOnlyWhenNobodyClaimsIt) {
    begin();
    const std::int64_t claimed = append("claimed", "here");
    const std::int64_t late = append("claimed later", "here");
    const std::int64_t lost = append("lost", "here");
    EXPECT_TRUE(follower_->claim(claimed));
    EXPECT_EQ(pollAt(kStart), Names{});
    EXPECT_TRUE(follower_->claim(late));
    EXPECT_EQ(pollAt(kStart + seconds(1)), Names{});
    EXPECT_EQ(pollAt(kStart + seconds(3)), Names{"lost"});
    EXPECT_FALSE(follower_->claim(lost));
    EXPECT_EQ(pollAt(kStart + seconds(60)), Names{});
}

// Those of a write too large for its writer to tell of them.
TEST_P(ChangeFollowerOnEngine, HearsManyOwnChangesThatNobodyClaimsInPages) {
    begin();
    database_.write([&](Sql& sql) {
        for (int n = 0; n < 2500; ++n) {
            Change change = named(std::to_string(n));
            kernel::insertChange(sql, change, "here");
        }
    });
    EXPECT_EQ(pollAt(kStart).size(), 0u);
    while (follower_->hasMore()) EXPECT_EQ(pollAt(kStart).size(), 0u);
    EXPECT_EQ(follower_->poll(kStart + seconds(3)).size(), static_cast<std::size_t>(ChangeFollower::kPage));
    EXPECT_TRUE(follower_->hasMore());
    EXPECT_EQ(pollAt(kStart + seconds(3)).size(), 1500u);
    EXPECT_FALSE(follower_->hasMore());
}

TEST_P(ChangeFollowerOnEngine, HearsATransactionOfTwoHours) {
    if (!isMysql()) GTEST_SKIP() << "one writer at a time commits in the order of the numbers";
    begin();
    OpenTransaction open(*engine_, {"early", "second"});
    append("a");
    open.add("third");
    append("b");
    auto now = kStart;
    EXPECT_EQ(pollAt(now), (Names{"a", "b"}));
    for (; now < kStart + minutes(120); now += seconds(5)) ASSERT_EQ(pollAt(now), Names{});
    open.commit();
    EXPECT_EQ(pollAt(now + seconds(1)), (Names{"early", "second", "third"}));
    EXPECT_EQ(follower_->gaps(), 0u);
    EXPECT_EQ(pollAt(now + seconds(60)), Names{});
}

TEST_P(ChangeFollowerOnEngine, HearsATransactionThatHadBegunBeforeIt) {
    if (!isMysql()) GTEST_SKIP() << "one writer at a time commits in the order of the numbers";
    OpenTransaction open(*engine_, {"early"});
    for (int n = 0; n < 1100; ++n) append("a");
    begin();
    EXPECT_EQ(pollAt(kStart + seconds(30)), Names{});
    open.commit();
    EXPECT_EQ(pollAt(kStart + seconds(32)), Names{"early"});
}

TEST_P(ChangeFollowerOnEngine, ForgetsWhatWasRolledBack) {
    if (!isMysql()) GTEST_SKIP() << "a number that is rolled back is given again";
    begin();
    {
        OpenTransaction open(*engine_, {"never", "never"});
        append("a");
        EXPECT_EQ(pollAt(kStart), Names{"a"});
        EXPECT_EQ(follower_->gaps(), 1u);
        open.rollback();
    }
    for (auto now = kStart; now < kStart + minutes(15); now += seconds(1)) ASSERT_EQ(pollAt(now), Names{});
    EXPECT_EQ(follower_->gaps(), 0u);
}

TEST_P(ChangeFollowerOnEngine, GoesOnWhereADatabaseStandsThatHasLostChanges) {
    begin();
    const std::int64_t kept = append("kept");
    const std::int64_t lost = append("lost");
    append("own", "here");
    EXPECT_EQ(pollAt(kStart), (Names{"kept", "lost"}));
    forgetAbove(kept);
    try {
        pollAt(kStart);
        ADD_FAILURE() << "nobody knows what the database has instead";
    } catch (const kernel::ChangesLost& error) {
        EXPECT_EQ(error.what(), "the database has lost its change " + std::to_string(lost + 1) +
                                    "; the last one that it has now is " + std::to_string(kept));
    }
    appendAs(lost, "in its place", kTimeMs + 1);
    EXPECT_EQ(pollAt(kStart), Names{"in its place"});
    EXPECT_EQ(pollAt(kStart + seconds(60)), Names{});
}

TEST_P(ChangeFollowerOnEngine, SeesThatANumberWasGivenAgain) {
    begin();
    const std::int64_t first = append("first");
    EXPECT_EQ(pollAt(kStart), Names{"first"});
    forgetAbove(first - 1);
    appendAs(first, "in its place", kTimeMs + 1);
    appendAs(first + 1, "after it", kTimeMs + 2);
    EXPECT_THROW(pollAt(kStart), kernel::ChangesLost);
    append("heard");
    EXPECT_EQ(pollAt(kStart), Names{"heard"});
}

/// Four servers with writers and a follower each. The followers' clocks run a hundred times as fast as the
/// transactions, which so seem to last for up to half a minute and more.
TEST_P(ChangeFollowerOnEngine, FourServersHearEachOtherWhateverTheOrderOfCommits) {
    constexpr int kServers = 4;
    constexpr int kWrites = 60;
    const unsigned seed = randomSeed();
    const unsigned longestMs = isMysql() ? 400 : 5;  // SQLite's writers take turns
    struct Server {
        Server(DatabaseEngine& engine, int number)
            : database(engine, {.size = 6, .wait = seconds(60)}),
              node("n" + std::to_string(number)),
              follower(database, node, kStart, kTimeMs) {}
        PooledDatabase database;
        const std::string node;
        ChangeFollower follower;
        std::map<std::string, int> heard;
    };
    std::vector<std::unique_ptr<Server>> servers;
    for (int n = 0; n < kServers; ++n) servers.push_back(std::make_unique<Server>(*engine_, n));
    std::atomic<int> writing{kServers * 2};
    std::atomic<int> rolledBack{0};
    const auto begin = std::chrono::steady_clock::now();
    const auto fastNow = [&] { return kStart + 100 * (std::chrono::steady_clock::now() - begin); };

    const auto write = [&](Server& server, int writer) {
        std::minstd_rand random(seed + static_cast<unsigned>(writer) * 7919);
        for (int n = 0; n < kWrites; ++n) {
            const std::string id = server.node + "-" + std::to_string(writer) + "-" + std::to_string(n);
            try {
                const std::int64_t sequence = server.database.write([&](Sql& sql) {
                    Change change = named(id);
                    kernel::insertChange(sql, change, server.node);
                    std::this_thread::sleep_for(milliseconds(random() % 10 == 0 ? random() % longestMs : random() % 5));
                    if (random() % 8 == 0) throw std::runtime_error("rolled back");
                    return change.sequence;
                });
                server.follower.claim(sequence);
            } catch (const std::runtime_error&) {
                ++rolledBack;
            }
        }
        --writing;
    };
    std::vector<std::thread> threads;
    for (int n = 0; n < kServers; ++n) {
        for (int writer = 0; writer < 2; ++writer) {
            threads.emplace_back([&, n, writer] { write(*servers[static_cast<std::size_t>(n)], n * 2 + writer); });
        }
        threads.emplace_back([&, n] {
            Server& server = *servers[static_cast<std::size_t>(n)];
            const auto pollOnce = [&] {
                for (const Change& one : server.follower.poll(fastNow())) ++server.heard[one.id];
            };
            while (writing > 0) {
                pollOnce();
                std::this_thread::sleep_for(milliseconds(2));
            }
            for (int round = 0; round < 100; ++round) {
                pollOnce();
                std::this_thread::sleep_for(milliseconds(2));
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_GT(rolledBack, 0);
    for (const auto& server : servers) {
        std::map<std::string, int> wanted;
        for (const SqlRow& row : database_.read([&](Sql& sql) {
                 return sql.select("SELECT resource_id FROM changes WHERE node <> ?", {server->node});
             })) {
            wanted[row[0].text()] = 1;
        }
        std::map<std::string, int> ofOthers;
        for (const auto& [id, times] : server->heard) {
            EXPECT_EQ(times, 1) << id;
            if (!id.starts_with(server->node)) ofOthers[id] = times;
        }
        EXPECT_EQ(ofOthers, wanted) << "seed " << seed;
    }
}

}  // namespace
}  // namespace inkwell::test
