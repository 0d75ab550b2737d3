#include "kernel/runtime/system.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <thread>

#include "fake_services.h"
#include "inkwell/text.h"

namespace inkwell::kernel {
namespace {

TEST(TimeOrderedIds, AreUniqueAcrossThreadsAndOrderedWithinEach) {
    constexpr int kThreads = 4;
    constexpr int kEach = 50'000;
    SystemClock clock;
    TimeOrderedIds ids(clock);
    std::vector<std::vector<std::string>> made(kThreads);
    std::vector<std::thread> threads;
    for (auto& own : made) {
        threads.emplace_back([&ids, &own] {
            for (int i = 0; i < kEach; ++i) own.push_back(ids.next());
        });
    }
    for (std::thread& thread : threads) thread.join();
    std::set<std::string> all;
    for (const auto& own : made) {
        EXPECT_TRUE(std::is_sorted(own.begin(), own.end()));
        all.insert(own.begin(), own.end());
    }
    EXPECT_EQ(all.size(), static_cast<std::size_t>(kThreads * kEach));
    EXPECT_TRUE(std::all_of(all.begin(), all.end(), [](const std::string& id) { return isId(id); }));
}

TEST(TimeOrderedIds, BeginWithTheTime) {
    testkit::FixedClock clock;
    clock.set(0x0123456789AB);
    TimeOrderedIds ids(clock);
    EXPECT_EQ(ids.next().substr(0, 16), "0123456789ab0000");
    EXPECT_EQ(ids.next().substr(0, 16), "0123456789ab0001");
    clock.advance(1);
    EXPECT_EQ(ids.next().substr(0, 16), "0123456789ac0000");
}

TEST(TimeOrderedIds, GoOnWhenTheClockGoesBack) {
    testkit::FixedClock clock;
    clock.set(1'000'000);
    TimeOrderedIds ids(clock);
    const std::string before = ids.next();
    clock.set(10);
    const std::string after = ids.next();
    EXPECT_LT(before, after);
    EXPECT_EQ(before.substr(0, 12), after.substr(0, 12));
}

TEST(TimeOrderedIds, BorrowFromTheNextMillisecondWhenTheCounterIsFull) {
    testkit::FixedClock clock;
    clock.set(1'000);
    TimeOrderedIds ids(clock);
    std::string last = ids.next();
    for (int i = 0; i < 0x10000; ++i) {
        std::string next = ids.next();
        ASSERT_LT(last, next);
        last = std::move(next);
    }
    EXPECT_EQ(last.substr(0, 16), "0000000003e90000");
}

TEST(TimeOrderedIds, DifferBetweenProcesses) {
    testkit::FixedClock clock;
    TimeOrderedIds one(clock);
    TimeOrderedIds other(clock);
    EXPECT_NE(one.next(), other.next());
}

}  // namespace
}  // namespace inkwell::kernel
