#include "kernel/app/stop_limit.h"

namespace inkwell::kernel {

StopLimit::~StopLimit() {
    {
        const std::lock_guard lock(mutex_);
        isOver_ = true;
    }
    over_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void StopLimit::begin(std::chrono::milliseconds limit) {
    thread_ = std::thread([this, limit] {
        std::unique_lock lock(mutex_);
        if (over_.wait_for(lock, limit, [this] { return isOver_; })) return;
        const std::string part = part_;
        lock.unlock();
        end_(part);
    });
}

void StopLimit::waitsFor(std::string part) {
    const std::lock_guard lock(mutex_);
    part_ = std::move(part);
}

}  // namespace inkwell::kernel
