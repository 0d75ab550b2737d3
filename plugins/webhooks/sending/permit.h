#pragma once

#include <atomic>
#include <chrono>

namespace inkwell::webhooks {

/// How long a worker may keep sending what this server claimed: until the plugin stops, or until the lease in the
/// database might have expired, because another server may then send the same. And whether it may begin to send more of
/// it. Any thread.
class Permit {
public:
    using Time = std::chrono::steady_clock::time_point;

    /// Keeps a reference to `stopping`.
    explicit Permit(const std::atomic<bool>& stopping, Time until = Time::max()) : stopping_(stopping), until_(until) {}

    /// Whether the next delivery may begin.
    bool mayGoOn() const noexcept { return !isOutdated_ && !isOver(); }
    /// The webhooks have changed since they were read: what is being sent may end, and nothing else begins.
    void outdate() noexcept { isOutdated_ = true; }

    bool isOver() const noexcept { return stopping_ || std::chrono::steady_clock::now() >= until_.load(); }
    /// Does nothing once the permit is over.
    void extend(Time until) noexcept {
        if (!isOver()) until_ = until;
    }
    Time until() const noexcept { return until_; }
    const std::atomic<bool>& stopping() const noexcept { return stopping_; }

private:
    const std::atomic<bool>& stopping_;
    std::atomic<Time> until_;
    std::atomic<bool> isOutdated_{false};
};

}  // namespace inkwell::webhooks
