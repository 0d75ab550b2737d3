#include "kernel/data/gate.h"

#include <cassert>

#include "inkwell/client_network.h"

namespace inkwell::kernel {

namespace {

// Handing every place over in order would switch threads for each of them: several times slower with many threads that
// want a session for microseconds. Taking turns only after this time leaves nobody behind.
constexpr std::chrono::milliseconds kPatience{5};

}  // namespace

// Under the mutex, because a waiter's condition variable ends with its wait.
void Gate::wakeNext() noexcept {
    if (free_ > 0 && !waiting_.isEmpty()) waiting_.next()->wake.notify_one();
}

bool Gate::enter(std::chrono::steady_clock::time_point deadline) {
    std::unique_lock lock(mutex_);
    if (free_ > 0) {
        --free_;
        return true;
    }
    Waiter me{{}, std::chrono::steady_clock::now(), ClientScope::network(), false};
    const bool entered = await(me, lock, deadline);
    ++counted_.waits;
    if (!entered) ++counted_.timeouts;
    counted_.waited += std::chrono::steady_clock::now() - me.since;
    return entered;
}

bool Gate::await(Waiter& me, std::unique_lock<std::mutex>& lock, std::chrono::steady_clock::time_point deadline) {
    waiting_.push(me.network, &me);
    me.wake.wait_until(lock, deadline, [&] { return me.admitted || free_ > 0; });
    if (me.admitted) return true;
    const bool found = free_ > 0;
    if (found) --free_;
    waiting_.remove(me.network, &me);  // only who is admitted is taken out by another
    wakeNext();
    return found;
}

Gate::Numbers Gate::numbers() const {
    const std::lock_guard lock(mutex_);
    Numbers numbers = counted_;
    numbers.places = places_;
    // One handed over to a thread that has yet to wake up counts as taken.
    numbers.taken = places_ - free_;
    numbers.waiting = static_cast<int>(waiting_.size());
    return numbers;
}

void Gate::leave() noexcept {
    const std::lock_guard lock(mutex_);
    giveAway();
}

bool Gate::leaveToNext() noexcept {
    const std::lock_guard lock(mutex_);
    if (waiting_.isEmpty()) return false;
    giveAway();
    return true;
}

void Gate::giveAway() noexcept {
    assert(free_ < places_);  // whoever leaves has entered
    if (waiting_.isEmpty() || std::chrono::steady_clock::now() - waiting_.next()->since < kPatience) {
        ++free_;
        wakeNext();
        return;
    }
    Waiter* const next = *waiting_.pop();
    next->admitted = true;
    next->wake.notify_one();
}

}  // namespace inkwell::kernel
