#include "board.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace inkwell::presence {
namespace {

class TheBoard : public testing::Test {
protected:
    static Place place(const std::string& user, const std::string& field, std::int64_t seenAtMs) {
        return {{"b", user, "o"}, field, 0, seenAtMs};
    }
    /// "ann title" for who is somewhere, "ann left" for who is not, since the last question.
    std::vector<std::string> told() { return std::exchange(told_, {}); }
    using Names = std::vector<std::string>;

    Names told_;
    Board board_{[this](const Place& one, bool isHere) {
        told_.push_back(one.key.userId + " " + (isHere ? one.field : "left"));
    }};
};

TEST_F(TheBoard, TellsOnlyWhatIsNew) {
    board_.put(place("ann", "title", 1));
    board_.put(place("ann", "title", 2));
    EXPECT_EQ(told(), Names{"ann title"});
    board_.put(place("ann", "body", 3));
    EXPECT_EQ(told(), Names{"ann body"});
    board_.remove({"b", "ann", "o"});
    board_.remove({"b", "ann", "o"});
    EXPECT_EQ(told(), Names{"ann left"});
}

TEST_F(TheBoard, KnowsWhatNeedsNoWriting) {
    const PlaceKey key{"b", "ann", "o"};
    EXPECT_TRUE(board_.isNews(key, "title", 0));
    board_.put(place("ann", "title", 0));
    EXPECT_FALSE(board_.isNews(key, "title", kRefreshMs - 1));
    EXPECT_TRUE(board_.isNews(key, "title", kRefreshMs));
    EXPECT_TRUE(board_.isNews(key, "body", 1));
    EXPECT_TRUE(board_.find(key, kLifetimeMs - 1));
    EXPECT_FALSE(board_.find(key, kLifetimeMs));
}

TEST_F(TheBoard, TakesOverWhatOtherServersWereTold) {
    board_.put(place("ann", "title", 0));
    told();
    board_.replace(board_.begin(), {place("ann", "title", 5), place("ben", "body", 5)}, 6);
    EXPECT_EQ(told(), Names{"ben body"});
    board_.replace(board_.begin(), {place("ben", "title", 7)}, 8);
    EXPECT_EQ(told(), (Names{"ben title", "ann left"}));
}

TEST_F(TheBoard, LeavesAnOlderReadingAside) {
    const std::uint64_t begun = board_.begin();
    board_.put(place("ann", "title", 0));
    told();
    board_.replace(begun, {}, 1);
    EXPECT_TRUE(told().empty()) << "ann had not said it when the table was read";
    board_.replace(begun, {}, kLifetimeMs);
    EXPECT_EQ(told(), Names{"ann left"});
}

TEST_F(TheBoard, ForgetsWhoWasNotHeardOf) {
    board_.put(place("ann", "title", 0));
    board_.put(place("ben", "title", 1));
    told();
    board_.expire(kLifetimeMs);
    EXPECT_EQ(told(), Names{"ann left"});
}

}  // namespace
}  // namespace inkwell::presence
