#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>

#include "inkwell/database.h"
#include "kernel/runtime/network_queue.h"

namespace inkwell::kernel {

/// Nobody was let in in time: too much is going on, and the database itself may be well.
class TooBusy : public DatabaseError {
public:
    explicit TooBusy(const std::string& text) : DatabaseError(Kind::Unavailable, text) {}
};

/// Lets `places` threads in at a time. A newcomer may take a free place before those that wait; a thread whose turn it
/// is, and that has waited for some milliseconds, is handed the next one. The client networks for which threads work
/// take turns (ClientScope), those that work for none together as one more: who waits, waits for one of every other
/// network. Any thread.
class Gate {
public:
    explicit Gate(int places) : places_(places), free_(places) {}

    /// False when the deadline passes first.
    bool enter(std::chrono::steady_clock::time_point deadline);
    void leave() noexcept;
    /// Leaves only if somebody waits, and then one of those or a newcomer takes the place, even at its deadline. False
    /// when nobody does: the place is kept.
    bool leaveToNext() noexcept;

    struct Numbers {
        int places = 0;
        int taken = 0;
        int waiting = 0;
        std::uint64_t waits = 0;     // threads that had to wait
        std::uint64_t timeouts = 0;  // gave up at the deadline
        std::chrono::nanoseconds waited{0};
    };
    Numbers numbers() const;

private:
    struct Waiter {
        std::condition_variable wake;
        std::chrono::steady_clock::time_point since = std::chrono::steady_clock::now();
        const std::string network;
        bool admitted = false;
    };
    void wakeNext() noexcept;
    void giveAway() noexcept;

    bool await(Waiter& me, std::unique_lock<std::mutex>& lock, std::chrono::steady_clock::time_point deadline);

    mutable std::mutex mutex_;
    const int places_;
    int free_;
    NetworkQueue<Waiter*> waiting_;
    Numbers counted_;  // cumulative counters
};

/// Holds a place inside a gate while it lives. Movable; one thread.
class GatePlace {
public:
    GatePlace() = default;
    explicit GatePlace(Gate& entered) : gate_(&entered) {}
    GatePlace(GatePlace&& other) noexcept : gate_(other.gate_) { other.gate_ = nullptr; }
    GatePlace& operator=(GatePlace&&) = delete;
    ~GatePlace() { leave(); }

    void leave() noexcept {
        if (gate_) gate_->leave();
        gate_ = nullptr;
    }
    /// The place is left in another way.
    void keep() noexcept { gate_ = nullptr; }

private:
    Gate* gate_ = nullptr;
};

}  // namespace inkwell::kernel
