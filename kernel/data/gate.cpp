#include "kernel/data/gate.h"

#include <algorithm>

namespace inkwell::kernel {

bool Gate::enter(std::chrono::steady_clock::time_point deadline) {
    std::unique_lock lock(mutex_);
    if (free_ > 0) {
        --free_;
        return true;
    }
    Waiter me;
    waiting_.push_back(&me);
    while (!me.admitted) {
        if (me.wake.wait_until(lock, deadline) == std::cv_status::timeout && !me.admitted) {
            waiting_.erase(std::find(waiting_.begin(), waiting_.end(), &me));
            return false;
        }
    }
    return true;
}

void Gate::leave() noexcept {
    const std::lock_guard lock(mutex_);
    if (waiting_.empty()) {
        ++free_;
        return;
    }
    // The place is handed over, so that nobody who comes now can take it first. Notified under the lock: the waiter's
    // condition variable ends with its wait.
    Waiter* next = waiting_.front();
    waiting_.pop_front();
    next->admitted = true;
    next->wake.notify_one();
}

}  // namespace inkwell::kernel
