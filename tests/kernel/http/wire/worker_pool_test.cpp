#include "kernel/http/wire/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <mutex>
#include <set>
#include <thread>

#include "tests/support/eventually.h"

namespace inkwell::kernel {
namespace {

using test::eventually;

constexpr std::size_t kMostQueued = 3;

/// Its requests are no connections, and last until they are let go.
class WorkerPool_ : public testing::Test {
protected:
    void begin(int count) {
        for (int n = 1; n <= count; ++n) {
            pool_.offer("a", nullptr);
            ASSERT_TRUE(eventually([&] { return begun_ == n; }));
        }
    }
    void serve() {
        {
            const std::lock_guard lock(mutex_);
            threads_.insert(std::this_thread::get_id());
        }
        ++begun_;
        gate_.wait();
        ++served_;
    }
    void letGo() { open_.set_value(); }

    std::promise<void> open_;
    std::shared_future<void> gate_ = open_.get_future().share();
    std::mutex mutex_;
    std::set<std::thread::id> threads_;
    std::atomic<int> begun_{0};
    std::atomic<int> served_{0};
    WorkerPool pool_{4, kMostQueued, [this](std::unique_ptr<Connection>) { serve(); }};
};

TEST_F(WorkerPool_, StartsAThreadForEachThatWouldHaveToWait) {
    begin(4);
    EXPECT_EQ(pool_.threads(), 4);
    EXPECT_EQ(pool_.idle(), 0);
    EXPECT_FALSE(pool_.hasLeisure());
    letGo();
    EXPECT_TRUE(eventually([&] { return pool_.idle() == 4; }));
    EXPECT_TRUE(pool_.hasLeisure());
}

TEST_F(WorkerPool_, QueuesWhatNoThreadIsFreeForAndServesItAfterwards) {
    begin(4);
    for (std::size_t n = 0; n < kMostQueued + 2; ++n) pool_.offer("a", nullptr);
    EXPECT_EQ(pool_.queued(), kMostQueued) << "the others were refused";
    letGo();
    EXPECT_TRUE(eventually([&] { return served_ == 7 && pool_.idle() == 4; }));
    EXPECT_EQ(begun_, 7);
    EXPECT_EQ(pool_.threads(), 4);
}

TEST_F(WorkerPool_, CallsTheWorkerThatBecameIdleLast) {
    begin(4);
    letGo();
    ASSERT_TRUE(eventually([&] { return pool_.idle() == 4; }));
    threads_.clear();
    for (int n = 5; n <= 50; ++n) {
        pool_.offer("a", nullptr);
        ASSERT_TRUE(eventually([&] { return served_ == n && pool_.idle() == 4; }));
    }
    EXPECT_EQ(threads_.size(), 1u);
}

TEST_F(WorkerPool_, EndsWhenAllItsWorkersHave) {
    begin(3);
    letGo();
    pool_.end();
    EXPECT_EQ(pool_.threads(), 0);
    EXPECT_EQ(served_, 3);
    pool_.offer("a", nullptr);
    EXPECT_EQ(pool_.queued(), 0u);
}

}  // namespace
}  // namespace inkwell::kernel
