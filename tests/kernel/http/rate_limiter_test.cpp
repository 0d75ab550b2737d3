#include "kernel/http/rate_limiter.h"

#include <gtest/gtest.h>

namespace inkwell::kernel {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

const RateLimiter::Time kStart{std::chrono::hours(1000)};

TEST(RateLimiter, AllowsABurstAndThenARate) {
    RateLimiter limiter("address", 10, 5);
    for (int i = 4; i >= 0; --i) {
        const RateLimiter::Verdict verdict = limiter.take("a", kStart);
        EXPECT_TRUE(verdict.allowed);
        EXPECT_EQ(verdict.remaining, i);
    }
    EXPECT_FALSE(limiter.take("a", kStart).allowed);
    EXPECT_EQ(limiter.take("a", kStart).resetSeconds, 1);
    EXPECT_FALSE(limiter.take("a", kStart + milliseconds(99)).allowed);
    EXPECT_TRUE(limiter.take("a", kStart + milliseconds(100)).allowed);
    EXPECT_FALSE(limiter.take("a", kStart + milliseconds(100)).allowed);
    EXPECT_EQ(limiter.take("a", kStart + seconds(10)).remaining, 4) << "no more than the burst is saved up";
}

TEST(RateLimiter, CountsEachCallerApart) {
    RateLimiter limiter("address", 1, 1);
    EXPECT_TRUE(limiter.take("a", kStart).allowed);
    EXPECT_FALSE(limiter.take("a", kStart).allowed);
    EXPECT_TRUE(limiter.take("b", kStart).allowed);
}

TEST(RateLimiter, TellsHowLongToWait) {
    RateLimiter limiter("key", 1, 3);
    for (int i = 0; i < 3; ++i) limiter.take("a", kStart);
    EXPECT_EQ(limiter.take("a", kStart).resetSeconds, 1);
    EXPECT_EQ(limiter.policyHeader(limiter.take("b", kStart)), "\"key\";q=3;w=3");
    RateLimiter faster("key", 2, 5);
    EXPECT_EQ(faster.policyHeader(faster.take("a", kStart)), "\"key\";q=5;w=3") << "never more than there is";
    EXPECT_EQ(limiter.stateHeader({.remaining = 2, .resetSeconds = 1}), "\"key\";r=2;t=1");
}

TEST(RateLimiter, ForgetsOthersInAFloodOfCallersButGoesOnLimiting) {
    RateLimiter limiter("address", 1, 1);
    for (int i = 0; i < 300'000; ++i) limiter.take("caller " + std::to_string(i), kStart);
    EXPECT_TRUE(limiter.take("a", kStart).allowed);
    EXPECT_FALSE(limiter.take("a", kStart).allowed);
}

TEST(RateLimiter, TakesAnotherRateWhileItWorks) {
    RateLimiter limiter("address", 1, 100);
    for (int i = 0; i < 100; ++i) EXPECT_TRUE(limiter.take("a", kStart).allowed);
    EXPECT_FALSE(limiter.take("a", kStart).allowed);

    limiter.setRate(10, 2);
    EXPECT_FALSE(limiter.take("a", kStart).allowed) << "an emptied bucket was filled";
    EXPECT_TRUE(limiter.take("a", kStart + milliseconds(100)).allowed) << "the debt of the larger bucket was kept";
    const RateLimiter::Verdict other = limiter.take("b", kStart);
    EXPECT_EQ(other.remaining, 1);
    EXPECT_EQ(limiter.policyHeader(other), "\"address\";q=2;w=1");

    limiter.setRate(0, 2);
    EXPECT_FALSE(limiter.isOn());
    EXPECT_TRUE(limiter.take("a", kStart).allowed);
    limiter.setRate(1, 1);
    EXPECT_TRUE(limiter.isOn());
    EXPECT_TRUE(limiter.take("c", kStart).allowed);
    EXPECT_FALSE(limiter.take("c", kStart).allowed);
}

TEST(RateLimiter, IsOffWithoutARate) {
    EXPECT_FALSE(RateLimiter("address", 0, 100).isOn());
    EXPECT_TRUE(RateLimiter("address", 1, 100).isOn());
}

}  // namespace
}  // namespace inkwell::kernel
