#include "seen_numbers.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "tests/support/random_seed.h"

namespace inkwell::changes::test {
namespace {

using std::chrono::seconds;
using Numbers = std::vector<std::int64_t>;

const SeenNumbers::Time kStart{seconds(1000)};
constexpr auto kWindow = SeenNumbers::kWindow;
constexpr auto kTellingTime = SeenNumbers::kTellingTime;

SeenNumbers::Feed committed(const Numbers& numbers) { return {numbers, numbers}; }

TEST(SeenNumbers, AGapStaysOpenWhileItsTransactionLasts) {
    SeenNumbers seen(10, 10, {}, kStart);
    seen.see(15, kStart);
    auto now = kStart;
    for (int window = 0; window < 360; ++window) {
        now += kWindow;
        ASSERT_EQ(seen.findDue(now), 10);
        ASSERT_TRUE(seen.compare(10, {{15}, {11, 12, 14, 15}}, now));
        ASSERT_EQ(seen.position(), (Position{15, {{11, 12}, {14, 14}}}));
    }
    EXPECT_TRUE(seen.see(12, now));
    EXPECT_TRUE(seen.compare(10, {{12, 15}, {12, 15}}, now + kWindow));
    EXPECT_EQ(seen.position(), (Position{15, {}})) << "the others were rolled back";
}

TEST(SeenNumbers, BeginWithTheGapsOfTransactionsThatLast) {
    const SeenNumbers seen(10, 30, {{15, 20, 30, 33}, {12, 13, 15, 20, 30, 33}}, kStart);
    EXPECT_EQ(seen.position(), (Position{33, {{12, 13}, {31, 32}}}));
}

TEST(SeenNumbers, BeginWithWhatTheFeedHas) {
    const SeenNumbers seen(10, 10, {{11, 14}, {}}, kStart);
    EXPECT_EQ(seen.position(), (Position{14, {{12, 13}}}));
    EXPECT_EQ(SeenNumbers(0, 0, {}, kStart).position(), (Position{0, {}}));
}

TEST(SeenNumbers, TellWhatIsNew) {
    SeenNumbers seen(10, 10, {}, kStart);
    EXPECT_TRUE(seen.see(12, kStart));
    EXPECT_FALSE(seen.see(12, kStart));
    EXPECT_FALSE(seen.see(9, kStart));
    EXPECT_EQ(seen.position(), (Position{12, {{11, 11}}}));
    EXPECT_TRUE(seen.see(11, kStart));
    EXPECT_FALSE(seen.see(11, kStart));
    EXPECT_EQ(seen.position(), (Position{12, {}}));
}

TEST(SeenNumbers, AreComparedNowAndThen) {
    SeenNumbers seen(10, 10, {}, kStart);
    EXPECT_EQ(seen.findDue(kStart + kWindow - seconds(1)), std::nullopt);
    EXPECT_EQ(seen.findDue(kStart + kWindow), 10);
    EXPECT_TRUE(seen.compare(10, {}, kStart + kWindow));
    EXPECT_EQ(seen.findDue(kStart + kWindow), std::nullopt);
}

TEST(SeenNumbers, AGapThatTheFeedDoesNotFillInTimeWasRolledBack) {
    SeenNumbers seen(10, 10, {}, kStart);
    seen.see(12, kStart);
    seen.see(14, kStart + seconds(1));
    EXPECT_EQ(seen.findDue(kStart + kWindow), 10);
    EXPECT_TRUE(seen.compare(10, {{12, 14}, {}}, kStart + kWindow));
    EXPECT_EQ(seen.position(), (Position{14, {{13, 13}}}));
    EXPECT_EQ(seen.findDue(kStart + kWindow + seconds(1)), 12);
    EXPECT_TRUE(seen.compare(12, {{14}, {}}, kStart + kWindow + seconds(1)));
    EXPECT_EQ(seen.position(), (Position{14, {}}));
    EXPECT_TRUE(seen.see(11, kStart + 2 * kWindow)) << "it is new all the same, should it come";
    EXPECT_FALSE(seen.see(11, kStart + 2 * kWindow));
}

TEST(SeenNumbers, AGapStaysOpenWhileTheFeedCannotBeRead) {
    SeenNumbers seen(10, 10, {}, kStart);
    seen.see(12, kStart);
    EXPECT_EQ(seen.findDue(kStart + 5 * kWindow), 10);
    EXPECT_EQ(seen.position(), (Position{12, {{11, 11}}}));
}

TEST(SeenNumbers, WhatIsInTheFeedAndNotToldOfInTimeWasMissed) {
    SeenNumbers seen(10, 10, {}, kStart);
    seen.see(12, kStart);
    const auto later = kStart + kWindow;
    EXPECT_TRUE(seen.compare(10, committed({11, 12}), later));
    EXPECT_EQ(seen.position(), (Position{12, {{11, 11}}})) << "it is not over";
    EXPECT_EQ(seen.findDue(later + seconds(1)), 10) << "until it is told of";
    EXPECT_TRUE(seen.compare(10, committed({11, 12}), later + kTellingTime - seconds(1)));
    EXPECT_FALSE(seen.compare(10, committed({11, 12}), later + kTellingTime));
}

TEST(SeenNumbers, WhatIsToldOfJustAfterTheComparisonWasNotMissed) {
    SeenNumbers seen(10, 10, {}, kStart);
    EXPECT_TRUE(seen.compare(10, committed({11, 12}), kStart + kWindow));
    EXPECT_TRUE(seen.see(11, kStart + kWindow));
    EXPECT_TRUE(seen.see(12, kStart + kWindow));
    EXPECT_TRUE(seen.compare(10, committed({11, 12}), kStart + 2 * kWindow));
    EXPECT_EQ(seen.findDue(kStart + 2 * kWindow), std::nullopt);
}

TEST(SeenNumbers, AJumpOfTheCounterIsOneGap) {
    SeenNumbers seen(10, 10, {}, kStart);
    EXPECT_TRUE(seen.see(1'000'000'000'000, kStart));
    EXPECT_EQ(seen.position(), (Position{1'000'000'000'000, {{11, 999'999'999'999}}}));
    EXPECT_TRUE(seen.see(500, kStart));
    EXPECT_EQ(renderPosition(seen.position()), "1000000000000-11..499,501..999999999999");
    EXPECT_TRUE(seen.compare(10, committed({500, 600, 1'000'000'000'000}), kStart + kWindow));
    EXPECT_EQ(renderPosition(seen.position()), "1000000000000-600") << "it is in the feed and will be told of";
    EXPECT_TRUE(seen.see(600, kStart + kWindow));
    EXPECT_TRUE(seen.see(599, kStart + kWindow));
    EXPECT_FALSE(seen.see(599, kStart + kWindow));
    EXPECT_FALSE(seen.see(600, kStart + kWindow));
}

/// Against the plain rule, number by number.
TEST(SeenNumbers, AgreeWithAListOfAllNumbers) {
    std::minstd_rand random(inkwell::test::randomSeed());
    for (int round = 0; round < 200; ++round) {
        SeenNumbers seen(0, 0, {}, kStart);
        std::set<std::int64_t> told;
        std::int64_t highest = 0;
        for (int n = 0; n < 60; ++n) {
            const auto number = 1 + static_cast<std::int64_t>(random() % 50);
            ASSERT_EQ(seen.see(number, kStart), told.insert(number).second);
            highest = std::max(highest, number);
            const Position position = seen.position();
            ASSERT_EQ(position.highest, highest);
            for (std::int64_t any = 1; any < 52; ++any) ASSERT_EQ(position.has(any), told.contains(any)) << any;
        }
    }
}

}  // namespace
}  // namespace inkwell::changes::test
