#include "inkwell/fair_shares.h"

#include <gtest/gtest.h>

namespace inkwell {
namespace {

int takeAll(FairShares& shares, const std::string& name) {
    int taken = 0;
    for (; shares.hasOneFor(name); ++taken) shares.take(name);
    return taken;
}

TEST(FairShares, LeaveOneForWhoeverComesUntilAllAreTaken) {
    FairShares shares(16);
    EXPECT_EQ(takeAll(shares, "a"), 8);
    EXPECT_EQ(takeAll(shares, "b"), 4);
    EXPECT_EQ(takeAll(shares, "c"), 2);
    EXPECT_EQ(takeAll(shares, "d"), 1);
    EXPECT_EQ(takeAll(shares, "e"), 1);
    EXPECT_EQ(shares.free(), 0);
    EXPECT_EQ(takeAll(shares, "f"), 0);
    EXPECT_EQ(takeAll(shares, ""), 0);
}

TEST(FairShares, TellHowManyOneMayStillTake) {
    FairShares shares(5);
    for (const int left : {3, 2, 1}) {
        EXPECT_EQ(shares.leftFor("a"), left);
        shares.take("a");
    }
    EXPECT_EQ(shares.leftFor("a"), 0);
    EXPECT_EQ(shares.leftFor("b"), 1);
    for (const char* name : {"b", "c", "d"}) shares.take(name);
    EXPECT_EQ(shares.leftFor("e"), 0) << "more are taken than there are";
}

TEST(FairShares, NobodyInParticularHasAsManyAsThereAre) {
    FairShares shares(3);
    EXPECT_EQ(takeAll(shares, ""), 3);
    EXPECT_EQ(shares.rows(), 0U);
    shares.give("");
    EXPECT_TRUE(shares.hasOneFor("a"));
}

TEST(FairShares, WhatIsGivenBackIsForgotten) {
    FairShares shares(2);
    shares.take("a");
    EXPECT_FALSE(shares.hasOneFor("a"));
    shares.give("a");
    EXPECT_TRUE(shares.hasOneFor("a"));
    EXPECT_EQ(shares.rows(), 0U);
    EXPECT_EQ(shares.free(), 2);
}

TEST(FairShares, MoreThanThereAreCanBeTaken) {
    FairShares shares(1);
    shares.take("a");
    shares.take("a");
    EXPECT_EQ(shares.free(), -1);
    EXPECT_FALSE(shares.hasOneFor("b"));
}

}  // namespace
}  // namespace inkwell
