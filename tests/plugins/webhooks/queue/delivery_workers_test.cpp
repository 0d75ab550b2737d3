#include "queue/delivery_workers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>

namespace inkwell::webhooks {
namespace {

TEST(DeliveryWorkers, RunsEverythingOnAsManyThreadsAsItMayHave) {
    DeliveryWorkers pool(3);
    std::mutex mutex;
    std::condition_variable allThere;
    std::set<std::thread::id> threads;
    std::atomic<int> ran{0};
    for (int i = 0; i < 3; ++i) {
        pool.run([&] {
            std::unique_lock lock(mutex);
            threads.insert(std::this_thread::get_id());
            allThere.notify_all();
            // Each waits for the others: with fewer threads this would not end.
            allThere.wait(lock, [&] { return threads.size() == 3; });
        });
    }
    for (int i = 0; i < 20; ++i) {
        pool.run([&] {
            const std::lock_guard lock(mutex);
            threads.insert(std::this_thread::get_id());
            ++ran;
        });
    }
    pool.stop();
    EXPECT_EQ(ran, 20);
    EXPECT_EQ(threads.size(), 3U);
}

TEST(DeliveryWorkers, CanBeUsedAgainAfterItWasStopped) {
    DeliveryWorkers pool(2);
    std::atomic<int> ran{0};
    for (int round = 0; round < 3; ++round) {
        pool.run([&] { ++ran; });
        pool.stop();
    }
    EXPECT_EQ(ran, 3);
}

}  // namespace
}  // namespace inkwell::webhooks
