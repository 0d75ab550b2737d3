#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>

namespace inkwell::kernel {

/// Lets `places` threads in at a time. Who finds a place free takes it; a thread that has waited for some milliseconds
/// is handed the next one. Any thread.
class Gate {
public:
    explicit Gate(int places) : free_(places) {}

    /// False when the deadline passes first.
    bool enter(std::chrono::steady_clock::time_point deadline);
    void leave() noexcept;

private:
    struct Waiter {
        std::condition_variable wake;
        std::chrono::steady_clock::time_point since = std::chrono::steady_clock::now();
        bool admitted = false;
    };
    void wakeNext() noexcept;

    std::mutex mutex_;
    int free_;
    std::deque<Waiter*> waiting_;
};

/// A place inside a gate while it lives; movable, of one thread.
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

private:
    Gate* gate_ = nullptr;
};

}  // namespace inkwell::kernel
