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
    std::vector<std::string> choose(LaneBook& book, const Ready& ready) {
        const std::vector<std::string> chosen = book.choose(ready, kNow);
        for (const std::string& lane : chosen) {
            Slot slot;
            slot.lane = lane;
            slot.claim = std::to_string(++claims_);
            const auto found = std::find_if(ready.begin(), ready.end(), [&](auto& one) { return one.lane == lane; });
            slot.failures = found->failures;
            book.began(slot);
            running_.push_back(slot);
        }
        return chosen;
    }
    void end(LaneBook& book, const std::string& lane, std::int64_t durationMs = 1) {
        const auto found = std::find_if(running_.begin(), running_.end(), [&](auto& one) { return one.lane == lane; });
        Tried tried;
        tried.status = 200;
        tried.durationMs = durationMs;
        book.ended({*found, {tried}});
        running_.erase(found);
    }

private:
    int claims_ = 0;
    std::vector<Slot> running_;
};

TEST_F(LaneBookTest, EveryLaneGetsOneBeforeAnyGetsItsSecond) {
    LaneBook book(3);
    EXPECT_EQ(choose(book, {{"a"}, {"b"}}), (std::vector<std::string>{"a", "b", "a"}));
    EXPECT_EQ(book.freeWorkers(), 0);
    EXPECT_TRUE(choose(book, {{"a"}, {"b"}, {"c"}}).empty());
    end(book, "a");
    EXPECT_EQ(choose(book, {{"a"}, {"b"}, {"c"}}), std::vector<std::string>{"c"});
}

TEST_F(LaneBookTest, NoLaneGetsMoreThanTwo) {
    LaneBook book(10);
    EXPECT_EQ(choose(book, {{"a"}}).size(), 2U);
    EXPECT_TRUE(choose(book, {{"a"}}).empty());
    EXPECT_EQ(choose(book, {{"failing", 5}}), std::vector<std::string>{"failing"});
    EXPECT_TRUE(choose(book, {{"failing", 5}}).empty()) << "two probes at once";
}

TEST_F(LaneBookTest, ABacklogDoesNotGetEveryTurn) {
    LaneBook book(1);
    std::vector<std::string> served;
    for (int i = 0; i < 4; ++i) {
        served.push_back(choose(book, {{"a"}, {"b"}}).at(0));
        end(book, served.back());
    }
    EXPECT_EQ(served, (std::vector<std::string>{"a", "b", "a", "b"}));
}

TEST_F(LaneBookTest, LanesThatFailShareHalfOfTheWorkers) {
    LaneBook book(8);
    Ready failing;
    for (int i = 0; i < 20; ++i) failing.push_back({"failing" + std::to_string(i), 1});
    EXPECT_EQ(choose(book, failing).size(), 4U);
    EXPECT_TRUE(choose(book, failing).empty());
    EXPECT_EQ(choose(book, {{"a"}, {"b"}}).size(), 4U);
}

TEST_F(LaneBookTest, SoDoLanesThatAreSlow) {
    LaneBook book(4);
    const Ready slow = {{"slow1"}, {"slow2"}, {"slow3"}, {"slow4"}};
    EXPECT_EQ(choose(book, slow).size(), 4U);
    for (const auto& one : slow) end(book, one.lane, 5000);
    EXPECT_EQ(choose(book, slow).size(), 2U);
    end(book, "slow1");
    end(book, "slow2");
    EXPECT_EQ(choose(book, {{"slow1"}, {"slow2"}}).size(), 4U) << "they are quick again";
}

TEST_F(LaneBookTest, ALaneThatOthersSendToRestsForAWhile) {
    LaneBook book(4);
    book.foundNothing("a", kNow);
    EXPECT_TRUE(book.choose({{"a"}}, kNow).empty());
    EXPECT_FALSE(book.choose({{"a"}}, kNow + std::chrono::minutes(1)).empty());
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
