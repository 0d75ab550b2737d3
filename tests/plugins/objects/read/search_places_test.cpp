#include "read/search_places.h"

#include <gtest/gtest.h>

#include <optional>
#include <thread>
#include <vector>

#include "tests/support/error_text.h"
#include "tests/support/eventually.h"

namespace inkwell::objects {
namespace {

const std::string kRefusal =
    "503: too many queries that look at objects one by one are under way; try again, or ask without '$regex'";
constexpr std::chrono::milliseconds kLong{60000};

TEST(SearchPlaces, LeaveOneToWhoeverComesNext) {
    SearchPlaces places({.all = 8, .running = 4, .wait = std::chrono::milliseconds(1)});
    const SearchPlaces::Place first = places.take("a");
    const SearchPlaces::Place second = places.take("a");
    EXPECT_EQ(test::errorOf([&] { places.take("a"); }), kRefusal) << "it has waited for its share in vain";
    const SearchPlaces::Place other = places.take("b");
    EXPECT_EQ(places.waiting(), 0U);
}

TEST(SearchPlaces, AreWaitedFor) {
    SearchPlaces places({.all = 8, .running = 2, .wait = kLong});
    std::optional<SearchPlaces::Place> first(places.take("a"));
    std::thread second([&] { places.take("a"); });
    ASSERT_TRUE(test::eventually([&] { return places.waiting() == 1; }));
    first.reset();
    second.join();
    EXPECT_EQ(places.waiting(), 0U);
}

TEST(SearchPlaces, HaveRoomForSomeToWait) {
    SearchPlaces places({.all = 4, .running = 2, .wait = kLong});
    std::optional<SearchPlaces::Place> first(places.take("a"));
    std::thread second([&] { places.take("a"); });
    ASSERT_TRUE(test::eventually([&] { return places.waiting() == 1; }));
    EXPECT_EQ(test::errorOf([&] { places.take("a"); }), kRefusal) << "at once";
    { const SearchPlaces::Place other = places.take("b"); }
    first.reset();
    second.join();
}

TEST(SearchPlaces, AreNotKeptFromOthersByWhoWaitsForItsShare) {
    SearchPlaces places({.all = 20, .running = 4, .wait = kLong});
    std::vector<SearchPlaces::Place> taken;
    taken.push_back(places.take("a"));
    taken.push_back(places.take("a"));
    std::vector<std::thread> waiting;
    for (int i = 0; i < 4; ++i) waiting.emplace_back([&] { places.take("a"); });
    ASSERT_TRUE(test::eventually([&] { return places.waiting() == 4; }));
    { const SearchPlaces::Place other = places.take("b"); }
    EXPECT_EQ(places.waiting(), 4U);
    taken.clear();
    for (std::thread& one : waiting) one.join();
}

}  // namespace
}  // namespace inkwell::objects
