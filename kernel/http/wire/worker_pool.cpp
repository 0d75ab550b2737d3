#include "kernel/http/wire/worker_pool.h"

#include <chrono>
#include <optional>
#include <thread>

#include "kernel/runtime/freed_memory.h"
#include "kernel/runtime/log.h"

namespace inkwell::kernel {

namespace {

// Longer than freed memory stays with its thread (kernel/commands/main.cpp).
constexpr std::chrono::milliseconds kRestAfter{1200};
constexpr std::chrono::seconds kIdleLimit{60};

}  // namespace

WorkerPool::WorkerPool(int maxThreads, std::size_t maxQueued, std::function<void(std::unique_ptr<Connection>)> work)
    : maxThreads_(maxThreads), work_(std::move(work)), queue_(maxQueued) {
    idle_.reserve(static_cast<std::size_t>(maxThreads));
}

WorkerPool::~WorkerPool() { end(); }

std::unique_ptr<Connection> WorkerPool::offer(const std::string& network, std::unique_ptr<Connection> connection) {
    const std::lock_guard lock(mutex_);
    if (ending_) return connection;
    std::unique_ptr<Connection> refused = queue_.push(network, std::move(connection)).value_or(nullptr);
    if (queue_.size() <= coming_) return refused;
    if (!idle_.empty()) {
        callLast();
    } else if (threads_ < maxThreads_) {
        startThread();
    }
    return threads_ > 0 ? std::move(refused) : queue_.pop().value_or(nullptr);
}

void WorkerPool::startThread() {
    try {
        std::thread([this] { run(); }).detach();
        ++threads_;
        ++coming_;
    } catch (const std::system_error& error) {
        kernelLog().error(std::string("no thread can be started: ") + error.what());
    }
}

void WorkerPool::callLast() {
    Waiting& worker = *idle_.back();
    idle_.pop_back();
    ++coming_;
    worker.isCalled = true;
    worker.call.notify_one();
}

bool WorkerPool::hasLeisure() const {
    const std::lock_guard lock(mutex_);
    const int busy = threads_ - static_cast<int>(idle_.size());
    return !ending_ && queue_.isEmpty() && busy <= maxThreads_ * 3 / 4;
}

std::size_t WorkerPool::queued() const {
    const std::lock_guard lock(mutex_);
    return queue_.size();
}

int WorkerPool::threads() const {
    const std::lock_guard lock(mutex_);
    return threads_;
}

int WorkerPool::idle() const {
    const std::lock_guard lock(mutex_);
    return static_cast<int>(idle_.size());
}

void WorkerPool::run() {
    Waiting self;
    std::unique_lock lock(mutex_);
    --coming_;
    while (!ending_) {
        if (std::optional<std::unique_ptr<Connection>> connection = queue_.pop()) {
            lock.unlock();
            work_(std::move(*connection));
            lock.lock();
            continue;
        }
        if (!waitForCall(self, lock)) break;
    }
    --threads_;
    // Under the lock: once it is free the pool may be gone.
    if (threads_ == 0) allEnded_.notify_all();
}

bool WorkerPool::waitForCall(Waiting& self, std::unique_lock<std::mutex>& lock) {
    const auto isCalled = [&self] { return self.isCalled; };
    idle_.push_back(&self);
    if (!self.call.wait_for(lock, kRestAfter, isCalled)) {
        lock.unlock();
        giveBackFreedMemory();
        lock.lock();
    }
    if (!self.call.wait_for(lock, kIdleLimit, isCalled)) {
        std::erase(idle_, &self);
        return false;
    }
    self.isCalled = false;
    --coming_;
    return true;
}

void WorkerPool::end() noexcept {
    std::unique_lock lock(mutex_);
    ending_ = true;
    queue_.clear();
    while (!idle_.empty()) callLast();
    allEnded_.wait(lock, [this] { return threads_ == 0; });
}

}  // namespace inkwell::kernel
