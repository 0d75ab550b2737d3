#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "inkwell/database_engine.h"
#include "kernel/data/gate.h"
#include "kernel/data/session_pool.h"

namespace inkwell::kernel {

/// A transaction in which units of work follow each other, and the one commit that all of them wait for. Its session
/// belongs to whoever has the writer's turn.
class SharedWrite {
public:
    explicit SharedWrite(std::unique_ptr<EngineSession> session) : session_(std::move(session)) {}
    EngineSession& session() noexcept { return *session_; }

private:
    friend class WriterTurns;
    void tell(const std::optional<DatabaseError>& failure);
    /// Returns once it is committed; throws the error that ended it otherwise.
    void await();

    std::unique_ptr<EngineSession> session_;
    int ended_ = 0;  // units that have succeeded; those before the last wait for the commit
    std::chrono::steady_clock::time_point firstEnd_;

    std::mutex mutex_;
    std::condition_variable wake_;
    bool isOver_ = false;
    std::optional<DatabaseError> failure_;
};

/// The turns of an engine with one writer, and the commit that waiting writers share (decision 0019): a unit of work
/// that ends while others wait leaves its transaction open for the next one and waits; the last one commits for all.
/// Each unit but the first has a savepoint, so its failure is its own. Any thread. The pool must outlive it.
class WriterTurns {
public:
    /// One more is let in behind this many units, or after this time since the first of them ended, only once they are
    /// committed.
    static constexpr int kMostUnits = 64;
    static constexpr std::chrono::milliseconds kLongest{20};

    WriterTurns(SessionPool& pool, std::chrono::milliseconds wait) : pool_(pool), wait_(wait), gate_(1) {}

    /// Waits for the turn and begins a unit. Ends with commit() or abandon(). Throws DatabaseError: Unavailable when
    /// the turn does not come in time.
    std::shared_ptr<SharedWrite> begin();
    /// Returns when the unit is durable. Throws DatabaseError when it is not stored: Conflict, so that it is run again,
    /// when its transaction was lost to another unit's failure before the commit.
    void commit(const std::shared_ptr<SharedWrite>& write);
    /// Undoes this unit and no other.
    void abandon(const std::shared_ptr<SharedWrite>& write) noexcept;

    /// Closes the writer's session, or has whoever uses it close it; from now on none is kept.
    void close() noexcept;

    /// Runs `work` while nobody writes and no transaction is open. Throws DatabaseError as begin() does.
    void withoutWriters(const std::function<void()>& work);

    Gate::Numbers numbers() const { return gate_.numbers(); }

private:
    void enter();
    std::shared_ptr<SharedWrite> open();
    bool passOn(const std::shared_ptr<SharedWrite>& write) noexcept;
    std::optional<DatabaseError> commitAll(SharedWrite& write) noexcept;
    void lose(SharedWrite& write) noexcept;
    void keep(std::unique_ptr<EngineSession> session) noexcept;

    SessionPool& pool_;
    const std::chrono::milliseconds wait_;
    Gate gate_;
    std::atomic<bool> closed_{false};
    // These belong to whoever has the turn. The session is kept because SQLite forgets what a connection has cached
    // once another one has written.
    std::shared_ptr<SharedWrite> passedOn_;
    std::unique_ptr<EngineSession> session_;
};

}  // namespace inkwell::kernel
