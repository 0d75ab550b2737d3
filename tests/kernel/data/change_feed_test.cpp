#include "kernel/data/change_feed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "kernel/data/migrations.h"
#include "kernel/data/migrator.h"
#include "tests/kernel/data/both_engines.h"
#include "tests/kernel/data/refusing_engine.h"
#include "tests/support/eventually.h"

namespace inkwell::test {
namespace {

using kernel::ChangeFeed;
using kernel::PooledDatabase;

constexpr std::chrono::milliseconds kInterval{2};

/// What a node was told of, in order.
class Heard {
public:
    void operator()(const Change& change) {
        const std::lock_guard lock(mutex_);
        ids_.push_back(change.id);
        came_.notify_all();
    }
    /// Waits until `id` came; all that came until then.
    std::vector<std::string> until(const std::string& id) {
        std::unique_lock lock(mutex_);
        came_.wait_for(lock, std::chrono::seconds(30),
                       [&] { return std::find(ids_.begin(), ids_.end(), id) != ids_.end(); });
        return ids_;
    }
    /// Waits until so many came.
    std::vector<std::string> until(std::size_t count) {
        std::unique_lock lock(mutex_);
        came_.wait_for(lock, std::chrono::seconds(30), [&] { return ids_.size() >= count; });
        return ids_;
    }

private:
    std::mutex mutex_;
    std::condition_variable came_;
    std::vector<std::string> ids_;
};

class ChangeFeedOnEngine : public EachEngine {
protected:
    ChangeFeedOnEngine() { kernel::migrate(*engine_, {kernel::kernelMigrations()}, 1); }

    Change append(ChangeFeed& feed, const std::string& id) {
        Change change{0, "bucket", "object", "posts", id, "created", 1234, "user", ""};
        (&feed == &here_ ? database_ : otherDatabase_).write([&](Sql&) { feed.append(change); });
        return change;
    }
    static ChangeFeed::Told told(std::function<void(const Change&)> onChange) {
        return {.interval = kInterval, .nowMs = 1, .onChange = std::move(onChange)};
    }
    static ChangeFeed::Told to(Heard& heard) {
        return told([&heard](const Change& change) { heard(change); });
    }

    ChangeFeed here_{database_, "here"};
    PooledDatabase otherDatabase_{*engine_, {.size = 4}};
    ChangeFeed there_{otherDatabase_, "there"};
    Heard heard_;
};

INKWELL_ON_EACH_ENGINE(ChangeFeedOnEngine);

TEST_P(ChangeFeedOnEngine, NumbersChangesUpwards) {
    const Change first = append(here_, "a");
    const Change second = append(here_, "b");
    EXPECT_GT(first.sequence, 0);
    EXPECT_GT(second.sequence, first.sequence);
}

TEST_P(ChangeFeedOnEngine, KnowsWhetherAllThatIsCommittedWasAnnounced) {
    EXPECT_EQ(here_.hasAnnouncedAll(), !isMysql()) << "on SQLite there is one server";
    std::atomic<bool> whileTold{true};
    here_.follow(told([&](const Change& change) {
        whileTold = here_.hasAnnouncedAll();
        heard_(change);
    }));
    EXPECT_TRUE(eventually([&] { return here_.hasAnnouncedAll(); }));
    append(there_, "a");
    heard_.until("a");
    EXPECT_EQ(whileTold, !isMysql());
    EXPECT_TRUE(eventually([&] { return here_.hasAnnouncedAll(); }));
    here_.stop();
    EXPECT_EQ(here_.hasAnnouncedAll(), !isMysql());
}

TEST_P(ChangeFeedOnEngine, HasNotAnnouncedAllWhileALowerNumberMayStillBeCommitted) {
    if (!isMysql()) GTEST_SKIP() << "writers take turns";
    here_.follow(to(heard_));
    otherDatabase_.write([&](Sql&) {
        Change late{0, "bucket", "object", "posts", "late", "created", 1234, "user", ""};
        there_.append(late);
        std::thread([&] { append(there_, "early"); }).join();
        heard_.until("early");
        EXPECT_FALSE(here_.hasAnnouncedAll());
    });
    heard_.until("late");
    EXPECT_TRUE(eventually([&] { return here_.hasAnnouncedAll(); }));
}

TEST_P(ChangeFeedOnEngine, AppendsOnlyInsideAWrite) {
    Change change;
    EXPECT_THROW(here_.append(change), std::logic_error);
    database_.read([&](Sql&) { EXPECT_THROW(here_.append(change), std::logic_error); });
}

TEST_P(ChangeFeedOnEngine, ARolledBackChangeNeverHappened) {
    EXPECT_THROW(database_.write([&](Sql&) {
        Change change;
        here_.append(change);
        throw std::runtime_error("no");
    }),
                 std::runtime_error);
    EXPECT_EQ(count("changes"), 0);
}

TEST_P(ChangeFeedOnEngine, ToldOfOthersChangesSinceTheStartWithAllTheirFields) {
    append(here_, "before");
    append(there_, "earlier");
    std::mutex mutex;
    std::vector<Change> got;
    there_.follow(told([&](const Change& change) {
        const std::lock_guard lock(mutex);
        got.push_back(change);
        heard_(change);
    }));
    const Change own = append(there_, "own");
    EXPECT_TRUE(there_.claim(own.sequence));
    const Change sent = append(here_, "a");
    heard_.until("a");
    there_.stop();
    ASSERT_EQ(got.size(), 1u);
    EXPECT_EQ(got[0].sequence, sent.sequence);
    EXPECT_EQ(got[0].bucketId, "bucket");
    EXPECT_EQ(got[0].kind, "object");
    EXPECT_EQ(got[0].type, "posts");
    EXPECT_EQ(got[0].action, "created");
    EXPECT_EQ(got[0].timeMs, 1234);
    EXPECT_EQ(got[0].actor, "user");
}

TEST_P(ChangeFeedOnEngine, AHandlerThatThrowsIsToldOfTheNext) {
    there_.follow(told([&](const Change& change) {
        heard_(change);
        throw std::runtime_error("harms nobody");
    }));
    append(here_, "a");
    append(here_, "b");
    EXPECT_EQ(heard_.until("b"), (std::vector<std::string>{"a", "b"}));
}

TEST_P(ChangeFeedOnEngine, ManyWritersAreHeardOnceEach) {
    there_.follow(to(heard_));
    std::vector<std::thread> writers;
    for (int w = 0; w < 4; ++w) {
        writers.emplace_back([&, w] {
            for (int i = 0; i < 25; ++i) append(here_, std::to_string(w) + "-" + std::to_string(i));
        });
    }
    for (std::thread& writer : writers) writer.join();
    append(here_, "last");
    // Not until the last one: a lower number that was missing for a while may be told just after it.
    std::vector<std::string> ids = heard_.until(101);
    EXPECT_EQ(ids.size(), 101u);
    std::sort(ids.begin(), ids.end());
    EXPECT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end());
}

TEST_P(ChangeFeedOnEngine, ALowerNumberThatIsCommittedLaterIsHeardOnce) {
    if (!isMysql()) GTEST_SKIP() << "one writer at a time commits in the order of the numbers";
    there_.follow(to(heard_));
    database_.write([&](Sql&) {
        Change early{0, "", "object", "", "early", "created", 1, "", ""};
        here_.append(early);
        std::thread([&] {
            const Change late = append(here_, "late");
            EXPECT_GT(late.sequence, early.sequence);
        }).join();
        EXPECT_EQ(heard_.until("late"), std::vector<std::string>{"late"});
    });
    heard_.until("early");
    append(here_, "last");
    EXPECT_EQ(heard_.until("last"), (std::vector<std::string>{"late", "early", "last"}));
}

TEST_P(ChangeFeedOnEngine, WhatWasUncommittedAtTheStartIsHeard) {
    if (!isMysql()) GTEST_SKIP() << "one writer at a time commits in the order of the numbers";
    database_.write([&](Sql&) {
        Change early{0, "", "object", "", "early", "created", 1, "", ""};
        here_.append(early);
        std::thread([&] { append(here_, "late"); }).join();
        there_.follow(to(heard_));
    });
    EXPECT_EQ(heard_.until("early"), std::vector<std::string>{"early"});
}

TEST_P(ChangeFeedOnEngine, AnOwnChangeThatNobodyClaimsIsHeardOnce) {
    there_.follow(to(heard_));
    const Change told = append(there_, "told");
    EXPECT_TRUE(there_.claim(told.sequence));
    const Change lost = append(there_, "lost");
    EXPECT_EQ(heard_.until("lost"), std::vector<std::string>{"lost"});
    EXPECT_FALSE(there_.claim(lost.sequence)) << "it was heard already";
}

TEST_P(ChangeFeedOnEngine, CanBeFollowedAgainAfterAStop) {
    there_.follow(to(heard_));
    EXPECT_THROW(there_.follow(to(heard_)), std::logic_error);
    there_.stop();
    there_.stop();
    append(here_, "meanwhile");
    there_.follow(to(heard_));
    append(here_, "a");
    EXPECT_EQ(heard_.until("a"), std::vector<std::string>{"a"});
}

TEST_P(ChangeFeedOnEngine, IsReadWhileEverySessionIsBusy) {
    PooledDatabase busy(*engine_, {.size = 1});
    ChangeFeed feed(busy, "busy");
    busy.read([&](Sql&) {
        std::thread([&] { feed.follow(to(heard_)); }).join();
        append(here_, "a");
        EXPECT_EQ(heard_.until("a"), std::vector<std::string>{"a"});
    });
    EXPECT_EQ(feed.numbers().failures, 0u);
    EXPECT_EQ(busy.numbers().sessions.waits, 0u);
}

TEST(ChangeFeedWithoutAnswer, AReadThatHangsCountsAsAFailure) {
    const TemporaryFolder folder;
    kernel::RefusingEngine engine((folder.path() / "inkwell.db").string());
    kernel::migrate(engine, {kernel::kernelMigrations()}, 1);
    PooledDatabase database(engine, {});
    ChangeFeed feed(database, "here");
    std::atomic<int> failures{0};
    std::atomic<int> reads{0};
    feed.follow({.interval = kInterval,
                 .nowMs = 1,
                 .onChange = [](const Change&) {},
                 .onFailure = [&] { ++failures; },
                 .onRead = [&] { ++reads; },
                 .longestSilence = std::chrono::milliseconds(300)});
    EXPECT_TRUE(eventually([&] { return reads > 0; }));
    engine.isSilent = true;
    EXPECT_TRUE(eventually([&] { return failures > 1; }, std::chrono::seconds(10))) << "it is told again and again";
    engine.isSilent = false;
    const int before = reads;
    EXPECT_TRUE(eventually([&] { return reads > before; }));
    EXPECT_GE(feed.numbers().failures, 1u);
}

/// Two servers, of which one follows.
class ChangeFeedWithReplicas : public testing::Test {
protected:
    ChangeFeedWithReplicas() {
        kernel::migrate(engine_, {kernel::kernelMigrations()}, 1);
        there_.follow({.interval = kInterval, .nowMs = 1, .onChange = [this](const Change& one) { heard_(one); }});
    }

    const TemporaryFolder folder_;
    kernel::RefusingEngine engine_{(folder_.path() / "inkwell.db").string()};
    PooledDatabase database_{engine_, {}};
    PooledDatabase otherDatabase_{engine_, {}};
    Heard heard_;
    ChangeFeed here_{database_, "here"};
    ChangeFeed there_{otherDatabase_, "there"};
};

TEST_F(ChangeFeedWithReplicas, WhatTheyCouldNotBeToldToShowIsHeardLater) {
    engine_.refusedMarks = 1;
    for (const char* id : {"a", "b"}) {
        Change change{0, "bucket", "object", "posts", id, "created", 1234, "user", ""};
        database_.write([&](Sql&) { here_.append(change); });
    }
    EXPECT_EQ(heard_.until("b"), (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(engine_.refusedMarks, 0);
}

TEST_F(ChangeFeedWithReplicas, TheyAreToldWhatTheDatabaseHasAfterItWasSetBack) {
    Change change{0, "bucket", "object", "posts", "a", "created", 1234, "user", ""};
    database_.write([&](Sql&) { here_.append(change); });
    heard_.until("a");
    engine_.refusedMarks = 1;
    database_.write([](Sql& sql) { sql.execute("DELETE FROM changes", {}); });
    EXPECT_TRUE(eventually([&] { return engine_.refusedMarks == 0; }));
}

}  // namespace
}  // namespace inkwell::test
