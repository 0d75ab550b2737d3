#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>

#include "inkwell/database_engine.h"

namespace inkwell::kernel {

/// Idle sessions of one kind; the most recently used one is taken first. Callers limit with gates how many are in use.
/// Any thread.
class SessionPool {
public:
    /// `open` makes a session; it throws DatabaseError::Unavailable.
    explicit SessionPool(std::function<std::unique_ptr<EngineSession>()> open) : open_(std::move(open)) {}

    /// An idle session or a new one. Throws DatabaseError::Unavailable.
    std::unique_ptr<EngineSession> take();
    /// Keeps a usable session, and closes those that were idle for ten seconds.
    void giveBack(std::unique_ptr<EngineSession> session) noexcept;
    /// The same, but it is taken again only after the others.
    void giveBackLast(std::unique_ptr<EngineSession> session) noexcept;
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
    const std::function<std::unique_ptr<EngineSession>()> open_;
    std::mutex mutex_;
    std::deque<Idle> idle_;  // the last one is taken first
    bool closed_ = false;
    std::atomic<std::int64_t> statements_{0};
    std::atomic<std::int64_t> requestStatements_{0};
};

}  // namespace inkwell::kernel
