#include "queue/lane_book.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace inkwell::webhooks {
namespace {

using Ready = std::vector<QueueStore::ReadyLane>;
const LaneBook::Time kNow = std::chrono::steady_clock::now();

class LaneBookTest : public testing::Test {
protected:
    /// What is chosen begins.
    std::vector<std::string> choose(LaneBook& book, const Ready& ready, LaneBook::Time now = kNow) {
        const std::vector<std::string> chosen = book.choose(ready, now);
        for (const std::string& lane : chosen) {
            Slot slot;
            slot.lane = lane;
            slot.claim = std::to_string(++claims_);
            const auto found = std::find_if(ready.begin(), ready.end(), [&](auto& one) { return one.lane == lane; });
            slot.failures = found->failures;
            slot.bucketId = found->bucketId;
            book.began(slot);
            running_.push_back(slot);
        }
        return chosen;
    }
    void end(LaneBook& book, const std::string& lane, std::int64_t durationMs = 1) {
        Tried tried;
        tried.status = 200;
        tried.durationMs = durationMs;
        end(book, lane, std::vector{tried});
    }
    void end(LaneBook& book, const std::string& lane, const std::vector<Tried>& tries) {
        const auto found = std::find_if(running_.begin(), running_.end(), [&](auto& one) { return one.lane == lane; });
        ASSERT_NE(found, running_.end()) << lane;
        book.ended({*found, tries});
        running_.erase(found);
    }
    /// All of them have answered, so quickly or slowly.
    void meet(LaneBook& book, Ready ready, std::int64_t durationMs = 1) {
        while (!ready.empty()) {
            for (const std::string& lane : choose(book, ready)) {
                end(book, lane, durationMs);
                std::erase_if(ready, [&](auto& one) { return one.lane == lane; });
            }
        }
    }
    /// `count` lanes, each of a bucket of its own.
    static Ready lanes(const std::string& name, int count, int failures = 0) {
        Ready made;
        for (int i = 1; i <= count; ++i)
            made.push_back({name + std::to_string(i), "bucket of " + name + std::to_string(i), failures});
        return made;
    }
    static Ready ofOneBucket(const std::string& name, int count) {
        Ready made = lanes(name, count);
        for (auto& one : made) one.bucketId = "bucket of " + name;
        return made;
    }

private:
    int claims_ = 0;
    std::vector<Slot> running_;
};

TEST_F(LaneBookTest, EveryLaneGetsOneBeforeAnyGetsItsSecond) {
    LaneBook book(3);
    meet(book, {{"a", "A"}, {"b", "B"}, {"c", "C"}});
    EXPECT_EQ(choose(book, {{"a", "A"}, {"b", "B"}}), (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(choose(book, {{"a", "A"}, {"b", "B"}, {"c", "C"}}), std::vector<std::string>{"c"});
    EXPECT_EQ(book.freeWorkers(), 0);
    EXPECT_TRUE(choose(book, {{"a", "A"}, {"b", "B"}, {"c", "C"}}).empty());
    end(book, "a");
    EXPECT_EQ(choose(book, {{"a", "A"}, {"b", "B"}}), std::vector<std::string>{"a"});
}

TEST_F(LaneBookTest, NoLaneGetsMoreThanTwo) {
    LaneBook book(10);
    meet(book, {{"a", "A"}});
    EXPECT_EQ(choose(book, {{"a", "A"}}).size(), 2U);
    EXPECT_TRUE(choose(book, {{"a", "A"}}).empty());
    EXPECT_EQ(choose(book, {{"failing", "B", 5}}), std::vector<std::string>{"failing"});
    EXPECT_TRUE(choose(book, {{"failing", "B", 5}}).empty()) << "two probes at once";
}

TEST_F(LaneBookTest, ABacklogDoesNotGetEveryTurn) {
    LaneBook book(1);
    std::vector<std::string> served;
    for (int i = 0; i < 4; ++i) {
        served.push_back(choose(book, {{"a", "A"}, {"b", "B"}}).at(0));
        end(book, served.back());
    }
    EXPECT_EQ(served, (std::vector<std::string>{"a", "b", "a", "b"}));
}

TEST_F(LaneBookTest, LanesThatFailShareHalfOfTheWorkers) {
    LaneBook book(8);
    meet(book, lanes("quick", 4));
    EXPECT_EQ(choose(book, lanes("failing", 20, 1)).size(), 4U);
    EXPECT_TRUE(choose(book, lanes("failing", 20, 1)).empty());
    EXPECT_EQ(choose(book, lanes("quick", 4)).size(), 4U);
}

TEST_F(LaneBookTest, SoDoLanesThatAreSlow) {
    LaneBook book(4);
    const Ready slow = lanes("slow", 4);
    meet(book, slow, 5000);
    EXPECT_EQ(choose(book, slow).size(), 2U);
    end(book, "slow1");
    end(book, "slow2");
    EXPECT_EQ(choose(book, {slow[0], slow[1]}).size(), 3U) << "they are quick again";
}

TEST_F(LaneBookTest, AndLanesOfWhichNothingIsKnown) {
    LaneBook book(4);
    const Ready fresh = lanes("new", 4);
    EXPECT_EQ(choose(book, fresh).size(), 2U);
    end(book, "new1", std::vector<Tried>());
    EXPECT_EQ(choose(book, {fresh[2], fresh[3]}).size(), 1U) << "what was not tried says nothing of the endpoint";
}

TEST_F(LaneBookTest, ALaneStaysSlowWhileNothingIsDueThere) {
    LaneBook book(4);
    const Ready slow = lanes("slow", 4);
    meet(book, slow, 5000);
    EXPECT_TRUE(choose(book, {}, kNow + std::chrono::minutes(10)).empty());
    EXPECT_EQ(choose(book, slow, kNow + std::chrono::minutes(20)).size(), 2U);
}

TEST_F(LaneBookTest, AndAQuickOneQuick) {
    LaneBook book(4);
    const Ready quick = lanes("quick", 4);
    meet(book, quick);
    EXPECT_TRUE(choose(book, {}, kNow + std::chrono::minutes(10)).empty());
    EXPECT_EQ(choose(book, quick, kNow + std::chrono::minutes(20)).size(), 4U);
    for (const auto& one : quick) end(book, one.lane);
    EXPECT_EQ(choose(book, quick, kNow + std::chrono::hours(3)).size(), 2U) << "it was remembered for ever";
}

TEST_F(LaneBookTest, OneBucketHasNoMoreWorkersThanItLeavesFree) {
    LaneBook book(16);
    const Ready quick = ofOneBucket("quick", 20);
    meet(book, quick);
    EXPECT_EQ(choose(book, quick).size(), 8U);
    EXPECT_TRUE(choose(book, quick).empty());
    EXPECT_EQ(choose(book, lanes("other", 20)).size(), 8U) << "others may have all that is left";
}

TEST_F(LaneBookTest, NorDoesItTakeAllThatSlowEndpointsMayHave) {
    LaneBook book(16);
    const Ready slow = ofOneBucket("slow", 20);
    meet(book, slow, 5000);
    EXPECT_EQ(choose(book, slow).size(), 4U);
    EXPECT_EQ(choose(book, lanes("new", 20)).size(), 4U);
}

TEST_F(LaneBookTest, ALaneThatOthersSendToRestsForAWhile) {
    LaneBook book(4);
    book.rest("a", kNow);
    EXPECT_TRUE(book.choose({{"a", "A"}}, kNow).empty());
    EXPECT_FALSE(book.choose({{"a", "A"}}, kNow + std::chrono::minutes(1)).empty());
}

TEST(LaneBookDeathTest, NoSlotBeginsTwice) {
#ifdef NDEBUG
    GTEST_SKIP() << "built without assertions (INKWELL_ASSERTS)";
#else
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    LaneBook book(3);
    Slot slot;
    slot.lane = "a";
    slot.claim = "1";
    book.began(slot);
    EXPECT_DEATH(book.began(slot), "addsUp");
#endif
}

}  // namespace
}  // namespace inkwell::webhooks
