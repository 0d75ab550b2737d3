#include "seats.h"

#include <gtest/gtest.h>

namespace inkwell::images {
namespace {

std::int64_t takeAll(Seats& seats, const std::string& network) {
    std::int64_t taken = 0;
    while (seats.take(network)) ++taken;
    return taken;
}

TEST(Seats, GiveOneNetworkNoMoreThanItLeavesFree) {
    Seats seats(26);
    EXPECT_EQ(takeAll(seats, "192.0.2.1"), 13);
    EXPECT_EQ(takeAll(seats, "192.0.2.2"), 7);
    EXPECT_EQ(takeAll(seats, "192.0.2.3"), 3);
    EXPECT_FALSE(seats.take("192.0.2.1"));
    for (int n = 0; n < 13; ++n) seats.give("192.0.2.1");
    EXPECT_EQ(takeAll(seats, "192.0.2.1"), 8);
}

TEST(Seats, AreAThirdForEachOfTwoThatTakeInTurn) {
    Seats seats(30);
    std::int64_t first = 0, second = 0;
    for (bool more = true; more;) {
        const bool one = seats.take("192.0.2.1");
        const bool other = seats.take("192.0.2.2");
        first += one ? 1 : 0;
        second += other ? 1 : 0;
        more = one || other;
    }
    EXPECT_EQ(first, 10);
    EXPECT_EQ(second, 10);
}

TEST(Seats, AreAllForTheServerItself) {
    Seats seats(3);
    EXPECT_EQ(takeAll(seats, ""), 3);
    EXPECT_FALSE(seats.take("192.0.2.1"));
    EXPECT_FALSE(seats.give(""));
    EXPECT_TRUE(seats.take("192.0.2.1"));
    EXPECT_FALSE(seats.give(""));
    EXPECT_FALSE(seats.give(""));
    EXPECT_TRUE(seats.give("192.0.2.1")) << "the last one";
}

TEST(Seats, AreThereForOneEvenWhereThereIsOnlyOne) {
    Seats seats(1);
    EXPECT_TRUE(seats.take("192.0.2.1"));
    EXPECT_FALSE(seats.take("192.0.2.2"));
}

}  // namespace
}  // namespace inkwell::images
