#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace inkwell::webhooks {

/// Worker threads, started on demand up to a maximum and then kept. They run at low priority, so that threads that
/// serve requests come first when processors are scarce.
class DeliveryWorkers {
public:
    explicit DeliveryWorkers(std::size_t maxThreads) : maxThreads_(maxThreads) {}
    ~DeliveryWorkers() { stop(); }
    DeliveryWorkers(const DeliveryWorkers&) = delete;
    DeliveryWorkers& operator=(const DeliveryWorkers&) = delete;

    /// `task` must not throw. Any thread, but not at the same time as stop(). Throws std::system_error, without running
    /// the task, when not a single thread can be started.
    void run(std::function<void()> task);
    /// Returns when all tasks have run. run() may be called again afterwards.
    void stop() noexcept;

private:
    void work();

    const std::size_t maxThreads_;
    std::mutex mutex_;
    std::condition_variable something_;
    std::deque<std::function<void()>> tasks_;
    std::size_t idle_ = 0;
    bool stopping_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace inkwell::webhooks
