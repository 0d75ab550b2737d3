#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>

#include "kernel/http/wire/connection.h"

namespace inkwell::kernel {

/// Threads that serve requests: started as needed, up to a bound, behind a bounded queue. Any thread.
class WorkerPool {
public:
    /// `work` is called with each connection, on a worker; it must not throw.
    WorkerPool(int maxThreads, std::size_t maxQueued, std::function<void(std::unique_ptr<Connection>)> work);
    ~WorkerPool();  // joins

    /// Returns the connection when the queue is full or the pool has ended, else null.
    std::unique_ptr<Connection> offer(std::unique_ptr<Connection> connection);
    /// Whether a worker may wait for the next request of its connection for a while: no other request waits for a
    /// thread, and enough workers are free.
    bool hasLeisure() const;
    std::size_t queued() const;
    int threads() const;

    /// Drops what is queued; returns when every worker has ended.
    void end() noexcept;

private:
    void run();

    const int maxThreads_;
    const std::size_t maxQueued_;
    const std::function<void(std::unique_ptr<Connection>)> work_;
    mutable std::mutex mutex_;
    std::condition_variable workCame_;
    std::condition_variable allEnded_;
    std::deque<std::unique_ptr<Connection>> queue_;
    int threads_ = 0;
    int idle_ = 0;
    bool ending_ = false;
};

}  // namespace inkwell::kernel
