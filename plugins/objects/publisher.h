#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <string>

#include "inkwell/services.h"
#include "publication_store.h"

namespace inkwell::objects {

/// Publishes what has reached its `publish_at` (specification, "States and transitions"): a job of every server, each
/// object once. Servers of one database take different shares of what is due; the share of one that dies is taken by
/// another. On the scheduler's thread, but for what the operator asks.
class Publisher {
public:
    explicit Publisher(Services& services) : services_(services) {}

    /// Plugin::start: from now on what is due is to be published.
    void markCaughtUp() noexcept { caughtUp_ = std::chrono::steady_clock::now(); }
    /// Returns when nothing is left that is due and free to be taken.
    void publishDue();

    /// Since that was last so: up to a second or two when all is well. Any thread.
    std::chrono::duration<double> lag() const noexcept { return std::chrono::steady_clock::now() - caughtUp_.load(); }
    /// What /health/ready says of such a lag, "" when it is nothing. Any thread.
    static std::string problemOf(std::chrono::duration<double> lag);

private:
    std::size_t publishShare();
    void announce(const DueObject& object);

    Services& services_;
    std::atomic<std::chrono::steady_clock::time_point> caughtUp_{};
};

}  // namespace inkwell::objects
