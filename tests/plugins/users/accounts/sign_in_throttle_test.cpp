#include "plugins/users/accounts/sign_in_throttle.h"

#include <gtest/gtest.h>

#include <atomic>
#include <list>
#include <thread>
#include <vector>

#include "inkwell/error.h"
#include "tests/support/error_text.h"

namespace inkwell::users {
namespace {

constexpr std::int64_t kNow = 1'769'851'800'000;

using Try = SignInThrottle::Try;

constexpr const char* kFailedTooOften = "too many failed sign-ins; try again later";
constexpr const char* kTooManyAtOnce = "too many sign-ins at once; try again";

int secondsOf(const ApiError& error) {
    for (const auto& [name, value] : error.headers())
        if (name == "Retry-After") return std::stoi(value);
    ADD_FAILURE() << "the refusal has no Retry-After";
    return -1;
}

// The seconds of Retry-After, or 0 when the try was admitted, which then fails.
int refusal(SignInThrottle& throttle, const std::string& key, std::int64_t nowMs) {
    try {
        Try(throttle, key, nowMs).failed();
        return 0;
    } catch (const ApiError& error) {
        EXPECT_EQ(error.message(), kFailedTooOften);
        return secondsOf(error);
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
    throttle.forgive("ann");
    fail(throttle, "ann", 10);
    EXPECT_GT(refusal(throttle, "ann", kNow), 0);
}

TEST(SignInThrottle, ATryWithoutAnOutcomeLeavesTheFailuresBeforeIt) {
    SignInThrottle throttle;
    fail(throttle, "net", 8);
    for (int i = 0; i < 20; ++i) EXPECT_NO_THROW(Try(throttle, "net", kNow)) << i;
    fail(throttle, "net", 2);
    EXPECT_GT(refusal(throttle, "net", kNow), 0);
}

TEST(SignInThrottle, ATryWithoutAnOutcomeAfterARefusalBeginsNoOther) {
    SignInThrottle throttle;
    fail(throttle, "net", 10);
    EXPECT_NO_THROW(Try(throttle, "net", kNow + 30'000));
    EXPECT_EQ(refusal(throttle, "net", kNow + 30'000), 0);
}

TEST(SignInThrottle, ForgetsOneFailureAfterTheOther) {
    SignInThrottle throttle({.forgetOneAfterMs = 60'000});
    fail(throttle, "net", 9);
    EXPECT_EQ(refusal(throttle, "net", kNow + 2 * 60'000), 0) << "the eighth";
    EXPECT_EQ(refusal(throttle, "net", kNow + 2 * 60'000), 0);
    EXPECT_EQ(refusal(throttle, "net", kNow + 2 * 60'000), 0);
    EXPECT_GT(refusal(throttle, "net", kNow + 2 * 60'000), 0);
}

TEST(SignInThrottle, ACheckIsNoTry) {
    SignInThrottle throttle;
    for (int i = 0; i < 20; ++i) EXPECT_NO_THROW(throttle.check("ann", kNow));
    fail(throttle, "ann", 10);
    EXPECT_EQ(test::errorOf([&] { throttle.check("ann", kNow + 29'999); }), "429: " + std::string(kFailedTooOften));
    EXPECT_NO_THROW(throttle.check("ann", kNow + 30'000));
    EXPECT_NO_THROW(throttle.check("bob", kNow));
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

TEST(SignInThrottle, AsManyTriesAreUnderWayAsMayFail) {
    SignInThrottle throttle;
    fail(throttle, "ann", 7);
    std::list<Try> tries;
    for (int i = 0; i < 3; ++i) tries.emplace_back(throttle, "ann", kNow);
    try {
        tries.emplace_back(throttle, "ann", kNow);
        FAIL() << "one more was admitted";
    } catch (const ApiError& error) {
        EXPECT_EQ(error.message(), kTooManyAtOnce);
        EXPECT_EQ(secondsOf(error), 1);
    }
    tries.pop_back();
    EXPECT_NO_THROW(Try(throttle, "ann", kNow));
    for (Try& one : tries) one.failed();
    tries.clear();
    EXPECT_EQ(refusal(throttle, "ann", kNow), 0) << "the tenth";
    EXPECT_EQ(refusal(throttle, "ann", kNow), 30);
}

TEST(SignInThrottle, OneTryAtATimeFollowsARefusal) {
    SignInThrottle throttle;
    fail(throttle, "ann", 10);
    const Try one(throttle, "ann", kNow + 30'000);
    EXPECT_THROW(Try(throttle, "ann", kNow + 30'000), ApiError);
}

TEST(SignInThrottle, TriesAtTheSameTimeCannotSlipThrough) {
    SignInThrottle throttle;
    std::atomic<int> failed{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t)
        threads.emplace_back([&] {
            for (int i = 0; i < 10; ++i) {
                try {
                    Try(throttle, "ann", kNow).failed();
                    ++failed;
                } catch (const ApiError& error) {
                    EXPECT_GT(secondsOf(error), 0);
                }
            }
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(failed, 10);
}

TEST(SignInThrottle, AFloodOfOtherKeysEndsNoRefusal) {
    SignInThrottle throttle({.maxKeys = 100});
    fail(throttle, "ann", 10);
    for (int i = 0; i < 5'000; ++i) Try(throttle, "key " + std::to_string(i), kNow + 1 + i).failed();
    EXPECT_GT(refusal(throttle, "ann", kNow + 6'000), 0);
}

TEST(SignInThrottle, ForgetsTheOldestOfEqualKeysWhenItIsFull) {
    SignInThrottle throttle({.maxKeys = 2});
    fail(throttle, "ann", 9);
    for (int i = 0; i < 9; ++i) Try(throttle, "bob", kNow + 1).failed();
    Try(throttle, "eve", kNow + 2).failed();
    EXPECT_EQ(refusal(throttle, "bob", kNow + 3), 0);
    EXPECT_GT(refusal(throttle, "bob", kNow + 3), 0) << "bob was forgotten";
    Try(throttle, "ann", kNow + 3).failed();
    EXPECT_EQ(refusal(throttle, "ann", kNow + 3), 0) << "ann was not forgotten";
}

}  // namespace
}  // namespace inkwell::users
