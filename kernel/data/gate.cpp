#include "kernel/data/gate.h"

#include <algorithm>

namespace inkwell::kernel {

namespace {

// Handing every place over in order would switch threads for each of them: several times slower with many threads that
// want a session for microseconds. Taking turns only after this time leaves nobody behind.
constexpr std::chrono::milliseconds kPatience{5};

}  // namespace

// Under the mutex, because a waiter's condition variable ends with its wait.
void Gate::wakeNext() noexcept {
    if (free_ > 0 && !waiting_.empty()) waiting_.front()->wake.notify_one();
}

bool Gate::enter(std::chrono::steady_clock::time_point deadline) {
    std::unique_lock lock(mutex_);
    if (free_ > 0) {
        --free_;
        return true;
    }
    Waiter me;
    waiting_.push_back(&me);
    me.wake.wait_until(lock, deadline, [&] { return me.admitted || free_ > 0; });
    if (me.admitted) return true;
    const bool found = free_ > 0;
    if (found) --free_;
    waiting_.erase(std::find(waiting_.begin(), waiting_.end(), &me));
    wakeNext();
    return found;
}

void Gate::leave() noexcept {
    const std::lock_guard lock(mutex_);
    if (waiting_.empty() || std::chrono::steady_clock::now() - waiting_.front()->since < kPatience) {
        ++free_;
        wakeNext();
        return;
    }
    Waiter* next = waiting_.front();
    waiting_.pop_front();
    next->admitted = true;
    next->wake.notify_one();
}

}  // namespace inkwell::kernel
