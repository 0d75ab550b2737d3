#include "queue/schedule.h"

#include <gtest/gtest.h>

#include <vector>

namespace inkwell::webhooks {
namespace {

constexpr std::int64_t kSecond = 1000;
constexpr std::int64_t kMinute = 60 * kSecond;
constexpr std::int64_t kHour = 60 * kMinute;

TEST(Schedule, IsThatOfTheContract) {
    const std::vector<std::int64_t> expected = {5 * kSecond, 5 * kMinute, 30 * kMinute, 2 * kHour, 5 * kHour,
                                                10 * kHour,  14 * kHour,  20 * kHour,   24 * kHour};
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(retryDelayMs(static_cast<int>(i) + 1, std::nullopt, 0), expected[i]);
    }
    EXPECT_EQ(retryDelayMs(kMaxTries, std::nullopt, 0), std::nullopt);
    EXPECT_EQ(retryDelayMs(kMaxTries, kHour, 0), std::nullopt);
}

TEST(Schedule, JitterAddsUpToATenth) {
    EXPECT_EQ(retryDelayMs(1, std::nullopt, 0.5), 5250);
    EXPECT_LT(retryDelayMs(9, std::nullopt, 0.999), 24 * kHour + 24 * kHour / 10);
}

TEST(Schedule, WhatTheEndpointAsksForCanOnlyPostponeAndIsBounded) {
    EXPECT_EQ(retryDelayMs(1, kHour, 0), kHour);
    EXPECT_EQ(retryDelayMs(2, kSecond, 0), 5 * kMinute);
    EXPECT_EQ(retryDelayMs(1, -kHour, 0), 5 * kSecond);
    EXPECT_EQ(retryDelayMs(1, 1000 * kHour, 0), 24 * kHour);
}

TEST(Schedule, TheCircuitOpensAfterFiveFailuresForEverLonger) {
    EXPECT_EQ(circuitDelayMs(0), 0);
    EXPECT_EQ(circuitDelayMs(4), 0);
    EXPECT_EQ(circuitDelayMs(5), 30 * kSecond);
    EXPECT_EQ(circuitDelayMs(6), kMinute);
    EXPECT_EQ(circuitDelayMs(1'000'000), 10 * kMinute);
}

// With all waits at their longest a delivery is tried to the end before it is given up for its age.
TEST(Schedule, EndsBeforeADeliveryIsTooOld) {
    std::int64_t whole = 0;
    for (int tries = 1; tries < kMaxTries; ++tries) whole += *retryDelayMs(tries, std::nullopt, 0.999);
    EXPECT_LT(whole, kMaxWaitMs);
}

}  // namespace
}  // namespace inkwell::webhooks
