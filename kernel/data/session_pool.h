#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>

#include "inkwell/database_engine.h"

namespace inkwell::kernel {

/// Idle sessions of one engine; the most recently used one is taken first. Callers limit with gates how many are in
/// use. Any thread. The engine must outlive it.
class SessionPool {
public:
    explicit SessionPool(DatabaseEngine& engine) : engine_(engine) {}

    /// An idle session or a new one. Throws DatabaseError::Unavailable.
    std::unique_ptr<EngineSession> take();
    /// Keeps a usable session, and closes those that were idle for a minute.
    void giveBack(std::unique_ptr<EngineSession> session) noexcept;
    /// Closes all idle sessions: when one connection is lost, the others most likely are too.
    void dropIdle() noexcept;
    /// From now on nothing is kept.
    void close() noexcept;

    /// Called by the thread whose work the statement is.
    void countStatement() noexcept;
    std::int64_t statementCount() const noexcept { return statements_.load(std::memory_order_relaxed); }
    std::int64_t requestStatementCount() const noexcept { return requestStatements_.load(std::memory_order_relaxed); }

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
    std::atomic<std::int64_t> requestStatements_{0};
};

}  // namespace inkwell::kernel
