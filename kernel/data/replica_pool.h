#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>

#include "kernel/data/session_pool.h"

namespace inkwell::kernel {

/// Sessions at the replicas of an engine that has some (decision 0043). Any thread. The engine must outlive it.
class ReplicaPool {
public:
    /// After a failure no other is tried for `pause`.
    ReplicaPool(DatabaseEngine& engine, std::chrono::milliseconds pause);

    /// A session that shows all that this server has announced; null when none can be reached or has caught up, and the
    /// primary is to be asked. That it is so for a while is logged once.
    std::unique_ptr<EngineSession> take() noexcept;
    /// A session was lost in use: the idle ones most likely are, too.
    void noteLoss() noexcept;
    /// Where what take() has returned goes back to.
    SessionPool& sessions() noexcept { return sessions_; }

    struct Numbers {
        std::uint64_t reads = 0;       // units of work that got a session
        std::uint64_t passedOver = 0;  // that had to ask the primary
    };
    Numbers numbers() const noexcept { return {reads_, passedOver_}; }

private:
    using Clock = std::chrono::steady_clock;

    std::unique_ptr<EngineSession> takeCaughtUp();
    void noteUse() noexcept;
    void noteLag() noexcept;
    void noteFailure(const char* reason) noexcept;

    SessionPool sessions_;
    const std::chrono::milliseconds pause_;
    std::atomic<std::uint64_t> reads_{0};
    std::atomic<std::uint64_t> passedOver_{0};
    std::atomic<Clock::time_point> notBefore_{Clock::time_point{}};  // after a failure
    std::atomic<Clock::time_point> lastUse_;
    std::atomic<bool> isMissed_{false};  // and logged
};

}  // namespace inkwell::kernel
