#include "kernel/data/gate.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "inkwell/client_network.h"
#include "tests/support/eventually.h"

namespace inkwell::kernel {
namespace {

using inkwell::test::eventually;
using std::chrono::steady_clock;

steady_clock::time_point past() { return steady_clock::now() - std::chrono::seconds(1); }
steady_clock::time_point muchLater() { return steady_clock::now() + std::chrono::minutes(1); }

TEST(Gate, LetsInAsManyAsItHasPlaces) {
    Gate gate(2);
    EXPECT_TRUE(gate.enter(past()));
    EXPECT_TRUE(gate.enter(past()));
    EXPECT_FALSE(gate.enter(past()));
    gate.leave();
    EXPECT_TRUE(gate.enter(past()));
}

TEST(Gate, CountsWhoWaited) {
    Gate gate(2);
    EXPECT_TRUE(gate.enter(past()));
    EXPECT_TRUE(gate.enter(past()));
    EXPECT_EQ(gate.numbers().waits, 0u);
    EXPECT_FALSE(gate.enter(past()));
    std::thread waiter([&] { EXPECT_TRUE(gate.enter(muchLater())); });
    EXPECT_TRUE(eventually([&] { return gate.numbers().waiting != 0; }));
    EXPECT_EQ(gate.numbers().taken, 2);
    gate.leave();
    waiter.join();
    const Gate::Numbers numbers = gate.numbers();
    EXPECT_EQ(numbers.places, 2);
    EXPECT_EQ(numbers.taken, 2);
    EXPECT_EQ(numbers.waiting, 0);
    EXPECT_EQ(numbers.waits, 2u);
    EXPECT_EQ(numbers.timeouts, 1u);
    EXPECT_GT(numbers.waited.count(), 0);
}

TEST(Gate, APlaceIsGivenBackOnceWhenItsHolderGoes) {
    Gate gate(1);
    {
        EXPECT_TRUE(gate.enter(past()));
        GatePlace place(gate);
        const GatePlace moved(std::move(place));
        EXPECT_FALSE(gate.enter(past()));
    }
    EXPECT_TRUE(gate.enter(past()));
    EXPECT_FALSE(gate.enter(past()));
}

TEST(Gate, NobodyWhoGaveUpKeepsAPlace) {
    Gate gate(1);
    ASSERT_TRUE(gate.enter(past()));
    EXPECT_FALSE(gate.enter(steady_clock::now() + std::chrono::milliseconds(5)));
    gate.leave();
    EXPECT_TRUE(gate.enter(past()));
}

TEST(Gate, NobodyIsLeftBehindByThreadsThatComeAgainAndAgain) {
    Gate gate(1);
    std::atomic<bool> stop{false};
    ASSERT_TRUE(gate.enter(past()));
    std::thread waiting([&] {
        EXPECT_TRUE(gate.enter(muchLater()));
        stop = true;
        gate.leave();
    });
    gate.leave();
    while (!stop) {
        if (gate.enter(muchLater())) gate.leave();
    }
    waiting.join();
}

TEST(Gate, NetworksTakeTurns) {
    Gate gate(1);
    ASSERT_TRUE(gate.enter(past()));
    std::vector<std::string> served;  // under the gate
    std::vector<std::thread> threads;
    const std::vector<std::pair<std::string, std::string>> asking = {
        {"a1", "192.0.2.1"},   {"a2", "192.0.2.1"},   {"a3", "192.0.2.1"}, {"job", ""},
        {"b1", "2001:db8::1"}, {"b2", "2001:db8::2"}, {"job", ""},         {"a4", "192.0.2.1"}};
    for (const auto& [name, address] : asking) {
        threads.emplace_back([&, name, address] {
            const ClientScope client(address);
            ASSERT_TRUE(gate.enter(muchLater()));
            const GatePlace place(gate);
            served.push_back(name);
        });
        ASSERT_TRUE(eventually([&] { return gate.numbers().waiting == static_cast<int>(threads.size()); }));
    }
    gate.leave();
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(served, (std::vector<std::string>{"a1", "job", "b1", "a2", "job", "b2", "a3", "a4"}));
}

TEST(Gate, ManyThreadsNeverExceedThePlaces) {
    Gate gate(3);
    std::atomic<int> inside{0};
    std::atomic<int> most{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 200; ++i) {
                ASSERT_TRUE(gate.enter(muchLater()));
                const GatePlace place(gate);
                const int now = ++inside;
                for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
                }
                std::this_thread::yield();
                --inside;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_LE(most, 3);
    EXPECT_EQ(inside, 0);
}

TEST(GateDeathTest, WhoeverLeavesHasEntered) {
#ifdef NDEBUG
    GTEST_SKIP() << "built without assertions (INKWELL_ASSERTS)";
#else
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    Gate gate(1);
    EXPECT_DEATH(gate.leave(), "free_ < places_");
#endif
}

}  // namespace
}  // namespace inkwell::kernel
