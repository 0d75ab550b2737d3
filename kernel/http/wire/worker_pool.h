#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "kernel/http/wire/connection.h"
#include "kernel/runtime/network_queue.h"

namespace inkwell::kernel {

/// Threads that serve requests: started as needed, up to a bound, behind a bounded queue in which the client networks
/// take turns. The one that became idle last is called first: what it has touched is in the processor's caches, and
/// memory that it has freed serves the next request. Those that are not needed end after a minute. Any thread.
class WorkerPool {
public:
    /// `work` is called with each connection, on a worker; it must not throw.
    WorkerPool(int maxThreads, std::size_t maxQueued, std::function<void(std::unique_ptr<Connection>)> work);
    ~WorkerPool();  // joins

    /// Returns the connection for which there is no room, else null: when the queue is full the newest of the network
    /// that has most in it, when the pool has ended the one that is offered.
    std::unique_ptr<Connection> offer(std::unique_ptr<Connection> connection) {
        const std::string network = connection->network();
        return offer(network, std::move(connection));
    }
    std::unique_ptr<Connection> offer(const std::string& network, std::unique_ptr<Connection> connection);
    /// Whether a worker may wait for the next request of its connection for a while: no other request waits for a
    /// thread, and enough workers are free.
    bool hasLeisure() const;
    std::size_t queued() const;
    int threads() const;
    int idle() const;

    /// Drops what is queued; returns when every worker has ended.
    void end() noexcept;

private:
    /// A worker that waits to be called.
    struct Waiting {
        std::condition_variable call;
        bool isCalled = false;
    };
    void run();
    /// False when it was not called for a minute.
    bool waitForCall(Waiting& self, std::unique_lock<std::mutex>& lock);
    void startThread();
    void callLast();

    const int maxThreads_;
    const std::function<void(std::unique_ptr<Connection>)> work_;
    mutable std::mutex mutex_;
    std::condition_variable allEnded_;
    NetworkQueue<std::unique_ptr<Connection>> queue_;
    std::vector<Waiting*> idle_;
    std::size_t coming_ = 0;  // workers that were called or started and have not looked into the queue yet
    int threads_ = 0;
    bool ending_ = false;
};

}  // namespace inkwell::kernel
