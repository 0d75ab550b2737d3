#include "position.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/support/random_seed.h"

namespace inkwell::changes::test {
namespace {

TEST(Position, HasAllUpToTheHighestButTheGaps) {
    const Position position{10, {{3, 3}, {7, 8}}};
    for (const std::int64_t number : {1, 2, 4, 6, 9, 10}) EXPECT_TRUE(position.has(number)) << number;
    for (const std::int64_t number : {3, 7, 8, 11, 100}) EXPECT_FALSE(position.has(number)) << number;
}

TEST(Position, IsWrittenWithRunsOfGaps) {
    EXPECT_EQ(renderPosition({0, {}}), "0");
    EXPECT_EQ(renderPosition({120, {}}), "120");
    EXPECT_EQ(renderPosition({120, {{95, 95}}}), "120-95");
    EXPECT_EQ(renderPosition({120, {{95, 95}, {101, 103}, {119, 119}}}), "120-95,101..103,119");
}

TEST(Position, IsReadAsItWasWritten) {
    for (const char* text :
         {"0", "120", "120-95", "120-95,101..103,119", "5-5", "9000000000000000000-1..899999999999"}) {
        const std::optional<Position> position = parsePosition(text);
        ASSERT_TRUE(position) << text;
        EXPECT_EQ(renderPosition(*position), text);
    }
}

TEST(Position, JoinsGapsThatMeet) {
    Position position{20};
    position.addGap({3, 4});
    position.addGap({5, 5});
    position.addGap({7, 9});
    EXPECT_EQ(renderPosition(position), "20-3..5,7..9");
}

TEST(Position, RefusesWhatItNeverWrites) {
    for (const char* text : {"",          " 1",
                             "1 ",        "x",
                             "-",         "1-",
                             "1-,",       "5-1,",
                             "5-,1",      "-1",
                             "+1",        "1.5",
                             "5-6",       "5-0",
                             "5--1",      "5-3,2",
                             "5-3,3",     "5-3..",
                             "5-..3",     "5-4..3",
                             "0x10",      "5-1..9",
                             "5-1..2..3", "5-1..3,3",
                             "1-1-1",     "5-1,,2",
                             "5\n",       "1,2",
                             "5-1;2",     "9223372036854775807",
                             "5-1..3,2",  "5-1...3",
                             "5-a",       "5-1..b",
                             "5 -1",      "99999999999999999999",
                             "5-1 ,3",    "5; DROP TABLE changes"}) {
        EXPECT_EQ(parsePosition(text), std::nullopt) << text;
    }
    EXPECT_EQ(parsePosition(std::string(5000, '1')), std::nullopt);
}

TEST(Position, WithTooManyGapsForAHeaderHasNoText) {
    Position scattered{100'000};
    for (std::int64_t number = 1; number < 3000; number += 2) scattered.addGap({number, number});
    EXPECT_EQ(renderPosition(scattered), std::nullopt);
    EXPECT_EQ(renderPosition({100'000, {{1, 99'999}}}), "100000-1..99999");
}

Position randomPosition(std::minstd_rand& random) {
    Position position{static_cast<std::int64_t>(random() % 40), {}};
    for (std::int64_t number = 1; number <= position.highest; ++number) {
        if (random() % 3 == 0) position.addGap({number, number});
    }
    return position;
}

TEST(Position, UnitedHasWhatOneOfThemHas) {
    std::minstd_rand random(inkwell::test::randomSeed());
    for (int n = 0; n < 2000; ++n) {
        const Position a = randomPosition(random);
        const Position b = randomPosition(random);
        const Position both = united(a, b);
        for (std::int64_t number = 1; number < 45; ++number) {
            ASSERT_EQ(both.has(number), a.has(number) || b.has(number))
                << *renderPosition(a) << " " << *renderPosition(b);
        }
        ASSERT_EQ(parsePosition(*renderPosition(both)), both);
    }
}

TEST(Position, UpToANumberHasNothingAboveIt) {
    std::minstd_rand random(inkwell::test::randomSeed());
    for (int n = 0; n < 2000; ++n) {
        const Position position = randomPosition(random);
        const auto limit = static_cast<std::int64_t>(random() % 45);
        const Position part = upTo(position, limit);
        for (std::int64_t number = 1; number < 45; ++number) {
            ASSERT_EQ(part.has(number), number <= limit && position.has(number))
                << *renderPosition(position) << " " << limit;
        }
    }
}

}  // namespace
}  // namespace inkwell::changes::test
