#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>

#include "inkwell/database_engine.h"

namespace inkwell::kernel {

/// Idle sessions of one engine, the most recently used one taken first; how many are out at a time is for the caller's
/// gates. Any thread. The engine must outlive it.
class SessionPool {
public:
    explicit SessionPool(DatabaseEngine& engine) : engine_(engine) {}

    /// An idle session or a new one. Throws DatabaseError::Unavailable.
    std::unique_ptr<EngineSession> take();
    /// Keeps it when it is usable, and closes those that nobody has needed for a minute.
    void giveBack(std::unique_ptr<EngineSession> session) noexcept;
    /// After one connection was found lost the others most likely are too: all are opened anew.
    void dropIdle() noexcept;
    /// From now on nothing is kept.
    void close() noexcept;

    void countStatement() noexcept { statements_.fetch_add(1, std::memory_order_relaxed); }
    std::int64_t statementCount() const noexcept { return statements_.load(std::memory_order_relaxed); }

private:
    struct Idle {
        std::unique_ptr<EngineSession> session;
        std::chrono::steady_clock::time_point since;
    };
    DatabaseEngine& engine_;
    std::mutex mutex_;
    std::deque<Idle> idle_;  // oldest first
    bool closed_ = false;
    std::atomic<std::int64_t> statements_{0};
};

}  // namespace inkwell::kernel
