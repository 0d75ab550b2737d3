#include "kernel/http/wire/worker_pool.h"

#include <chrono>
#include <thread>

#include "kernel/runtime/log.h"

namespace inkwell::kernel {

namespace {

constexpr std::chrono::seconds kIdleLimit{60};

}  // namespace

WorkerPool::WorkerPool(int maxThreads, std::size_t maxQueued, std::function<void(std::unique_ptr<Connection>)> work)
    : maxThreads_(maxThreads), maxQueued_(maxQueued), work_(std::move(work)) {}

WorkerPool::~WorkerPool() { end(); }

std::unique_ptr<Connection> WorkerPool::offer(std::unique_ptr<Connection> connection) {
    const std::lock_guard lock(mutex_);
    if (ending_ || queue_.size() >= maxQueued_) return connection;
    queue_.push_back(std::move(connection));
    if (static_cast<std::size_t>(idle_) < queue_.size() && threads_ < maxThreads_) {
        try {
            std::thread([this] { run(); }).detach();
            ++threads_;
        } catch (const std::system_error& error) {
            kernelLog().error(std::string("no thread can be started: ") + error.what());
            if (threads_ == 0) {
                connection = std::move(queue_.back());
                queue_.pop_back();
                return connection;
            }
        }
    }
    workCame_.notify_one();
    return nullptr;
}

bool WorkerPool::hasLeisure() const {
    const std::lock_guard lock(mutex_);
    const int busy = threads_ - idle_;
    return !ending_ && queue_.empty() && busy <= maxThreads_ * 3 / 4;
}

std::size_t WorkerPool::queued() const {
    const std::lock_guard lock(mutex_);
    return queue_.size();
}

int WorkerPool::threads() const {
    const std::lock_guard lock(mutex_);
    return threads_;
}

void WorkerPool::run() {
    std::unique_lock lock(mutex_);
    while (true) {
        ++idle_;
        const bool came = workCame_.wait_for(lock, kIdleLimit, [this] { return ending_ || !queue_.empty(); });
        --idle_;
        if (!came || ending_) break;
        std::unique_ptr<Connection> connection = std::move(queue_.front());
        queue_.pop_front();
        lock.unlock();
        work_(std::move(connection));
        lock.lock();
    }
    --threads_;
    // Under the lock: once it is free the pool may be gone.
    if (threads_ == 0) allEnded_.notify_all();
}

void WorkerPool::end() noexcept {
    std::unique_lock lock(mutex_);
    ending_ = true;
    queue_.clear();
    workCame_.notify_all();
    allEnded_.wait(lock, [this] { return threads_ == 0; });
}

}  // namespace inkwell::kernel
