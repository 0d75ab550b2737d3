#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace inkwell::webhooks {

/// Threads that are started when there is work for them, up to a number, and then kept. Where processors are scarce
/// they give way to those that answer requests.
class WorkerPool {
public:
    explicit WorkerPool(std::size_t maxThreads) : maxThreads_(maxThreads) {}
    ~WorkerPool() { stop(); }
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// `task` must not throw. Any thread; not beside stop(). Throws std::system_error when not even one thread can be
    /// had; the task is then not run.
    void run(std::function<void()> task);
    /// Returns when all tasks have run. After it, run() starts anew.
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
