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
    EXPECT_EQ(limiter.policyHeader(), "\"key\";q=3;w=3");
    EXPECT_EQ(RateLimiter("key", 2, 5).policyHeader(), "\"key\";q=5;w=3") << "never more than there is";
    EXPECT_EQ(limiter.stateHeader({true, 2, 1}), "\"key\";r=2;t=1");
}

TEST(RateLimiter, ForgetsOthersInAFloodOfCallersButGoesOnLimiting) {
    RateLimiter limiter("address", 1, 1);
    for (int i = 0; i < 300'000; ++i) limiter.take("caller " + std::to_string(i), kStart);
    EXPECT_TRUE(limiter.take("a", kStart).allowed);
    EXPECT_FALSE(limiter.take("a", kStart).allowed);
}

TEST(RateLimiter, IsOffWithoutARate) {
    EXPECT_FALSE(RateLimiter("address", 0, 100).isOn());
    EXPECT_TRUE(RateLimiter("address", 1, 100).isOn());
}

}  // namespace
}  // namespace inkwell::kernel
