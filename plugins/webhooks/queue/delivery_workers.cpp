#include "queue/delivery_workers.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <system_error>

namespace inkwell::webhooks {

namespace {

constexpr int kNiceness = 10;

// On Linux niceness is a thread's own, whatever POSIX says. Where it is refused nothing is lost.
void giveWay() { ::setpriority(PRIO_PROCESS, static_cast<id_t>(::syscall(SYS_gettid)), kNiceness); }

}  // namespace

void DeliveryWorkers::run(std::function<void()> task) {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
    if (tasks_.size() > idle_ && threads_.size() < maxThreads_) {
        try {
            threads_.emplace_back([this] { work(); });
        } catch (const std::system_error&) {
            if (!threads_.empty()) return;  // it waits for one of these
            tasks_.pop_back();
            throw;
        }
    }
    something_.notify_one();
}

void DeliveryWorkers::stop() noexcept {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        something_.notify_all();
    }
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
    stopping_ = false;
}

void DeliveryWorkers::work() {
    giveWay();
    std::unique_lock lock(mutex_);
    for (;;) {
        ++idle_;
        something_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
        --idle_;
        if (tasks_.empty()) return;
        const std::function<void()> task = std::move(tasks_.front());
        tasks_.pop_front();
        lock.unlock();
        task();
        lock.lock();
    }
}

}  // namespace inkwell::webhooks
