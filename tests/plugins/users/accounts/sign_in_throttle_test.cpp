#include "plugins/users/accounts/sign_in_throttle.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "inkwell/error.h"

namespace inkwell::users {
namespace {

constexpr std::int64_t kNow = 1'769'851'800'000;

// The seconds of Retry-After, or 0 when the try was admitted.
int refusal(SignInThrottle& throttle, const std::string& key, std::int64_t nowMs) {
    try {
        throttle.admit(key, nowMs);
        return 0;
    } catch (const ApiError& error) {
        EXPECT_EQ(error.status(), 429);
        EXPECT_EQ(error.message(), "too many failed sign-ins; try again later");
        for (const auto& [name, value] : error.headers())
            if (name == "Retry-After") return std::stoi(value);
        ADD_FAILURE() << "the refusal has no Retry-After";
        return -1;
    }
}

void fail(SignInThrottle& throttle, const std::string& key, int times) {
    for (int i = 0; i < times; ++i) EXPECT_EQ(refusal(throttle, key, kNow), 0) << i;
}

TEST(SignInThrottle, AClockThatIsSetBackLocksNobodyOut) {
    SignInThrottle throttle;
    fail(throttle, "ann", 10);
    EXPECT_EQ(refusal(throttle, "ann", kNow - 1000), 31) << "the clock of another thread";
    EXPECT_EQ(refusal(throttle, "ann", kNow - 86'400'000), 0);
}

TEST(SignInThrottle, AdmitsTenFailuresInARowAndRefusesTheNextTry) {
    SignInThrottle throttle;
    fail(throttle, "ann", 10);
    EXPECT_EQ(refusal(throttle, "ann", kNow), 30);
    EXPECT_EQ(refusal(throttle, "ann", kNow + 29'001), 1);
    EXPECT_EQ(refusal(throttle, "bob", kNow), 0);
}

TEST(SignInThrottle, ASuccessEndsTheRow) {
    SignInThrottle throttle;
    fail(throttle, "ann", 9);
    throttle.succeeded("ann");
    fail(throttle, "ann", 10);
    EXPECT_GT(refusal(throttle, "ann", kNow), 0);
}

TEST(SignInThrottle, ATryThatIsTakenBackLeavesTheFailuresBeforeIt) {
    SignInThrottle throttle;
    fail(throttle, "net", 8);
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(refusal(throttle, "net", kNow), 0) << i;
        throttle.takeBack("net");
    }
    fail(throttle, "net", 2);
    EXPECT_GT(refusal(throttle, "net", kNow), 0);
}

TEST(SignInThrottle, ATryThatIsTakenBackEndsTheRefusalThatItBegan) {
    SignInThrottle throttle;
    fail(throttle, "net", 10);
    throttle.takeBack("net");
    EXPECT_EQ(refusal(throttle, "net", kNow), 0);
}

TEST(SignInThrottle, ForgetsOneFailureAfterTheOther) {
    SignInThrottle throttle({.forgetOneAfterMs = 60'000});
    fail(throttle, "net", 9);
    EXPECT_EQ(refusal(throttle, "net", kNow + 2 * 60'000), 0) << "the eighth";
    EXPECT_EQ(refusal(throttle, "net", kNow + 2 * 60'000), 0);
    EXPECT_EQ(refusal(throttle, "net", kNow + 2 * 60'000), 0);
    EXPECT_GT(refusal(throttle, "net", kNow + 2 * 60'000), 0);
}

TEST(SignInThrottle, EachFurtherFailureDoublesTheWaitUpToFifteenMinutes) {
    SignInThrottle throttle;
    fail(throttle, "ann", 10);
    std::int64_t now = kNow;
    std::vector<int> waits;
    for (int i = 0; i < 7; ++i) {
        waits.push_back(refusal(throttle, "ann", now));
        now += waits.back() * 1000;
        EXPECT_EQ(refusal(throttle, "ann", now), 0);
    }
    EXPECT_EQ(waits, (std::vector<int>{30, 60, 120, 240, 480, 900, 900}));
}

TEST(SignInThrottle, AnHourOfPeaceIsForgotten) {
    SignInThrottle throttle;
    fail(throttle, "ann", 10);
    const std::int64_t later = kNow + 60 * 60'000 + 1;
    for (int i = 0; i < 10; ++i) EXPECT_EQ(refusal(throttle, "ann", later), 0) << i;
    EXPECT_GT(refusal(throttle, "ann", later), 0);
}

TEST(SignInThrottle, TriesAtTheSameTimeCannotSlipThrough) {
    SignInThrottle throttle;
    std::atomic<int> admitted{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t)
        threads.emplace_back([&] {
            for (int i = 0; i < 10; ++i) admitted += refusal(throttle, "ann", kNow) == 0;
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(admitted, 10);
}

TEST(SignInThrottle, AFloodOfOtherKeysEndsNoRefusal) {
    SignInThrottle throttle({.maxKeys = 100});
    fail(throttle, "ann", 10);
    for (int i = 0; i < 5'000; ++i) throttle.admit("key " + std::to_string(i), kNow + 1 + i);
    EXPECT_GT(refusal(throttle, "ann", kNow + 6'000), 0);
}

TEST(SignInThrottle, ForgetsTheOldestOfEqualKeysWhenItIsFull) {
    SignInThrottle throttle({.maxKeys = 2});
    fail(throttle, "ann", 9);
    for (int i = 0; i < 9; ++i) throttle.admit("bob", kNow + 1);
    throttle.admit("eve", kNow + 2);
    EXPECT_EQ(refusal(throttle, "bob", kNow + 3), 0);
    EXPECT_GT(refusal(throttle, "bob", kNow + 3), 0) << "bob was forgotten";
    throttle.admit("ann", kNow + 3);
    EXPECT_EQ(refusal(throttle, "ann", kNow + 3), 0) << "ann was not forgotten";
}

}  // namespace
}  // namespace inkwell::users
