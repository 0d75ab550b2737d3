#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "kernel/data/session_pool.h"
#include "kernel/data/shared_write.h"

namespace inkwell::kernel {

/// The session of one thread's outermost read or write, and what is known of its current attempt. A read runs outside a
/// transaction; a write that begins inside a read opens its transaction on the read's session, or, where the engine has
/// one writer, takes its turn on that one's until it has committed. One thread.
class UnitOfWork : public Sql {
public:
    /// `turns` is null unless the engine has one writer.
    UnitOfWork(SessionPool& pool, WriterTurns* turns) : pool_(pool), turns_(turns) {}
    ~UnitOfWork() override;

    /// Before begin(): a read on `session`, one of `replicas`, which must outlive it.
    void useReplica(SessionPool& replicas, std::unique_ptr<EngineSession> session) noexcept;
    bool isAtReplica() const noexcept { return replicas_ != nullptr; }
    /// Goes on at the primary. Throws DatabaseError::Unavailable.
    void leaveReplica();

    std::vector<SqlRow> select(std::string_view statement, const SqlParams& params) override;
    std::int64_t execute(std::string_view statement, const SqlParams& params) override;
    const Dialect& dialect() const override { return session().dialect(); }

    /// Begins an attempt. Throws DatabaseError; Unavailable when there is no session or no turn.
    void begin(bool write);
    /// Commits a write. Throws the error that lost the transaction if the function swallowed it: the engine has rolled
    /// back by then, and later statements would have run outside any transaction.
    void commit();
    /// Rolls back and drops the actions that wait for the commit.
    void abandon() noexcept;

    bool isWriting() const noexcept { return writing_; }
    /// Another number for every attempt of every unit.
    std::uint64_t attempt() const noexcept { return attempt_; }
    /// Conflict, ConnectionLost or Unavailable in this attempt.
    std::optional<DatabaseError::Kind> failure() const noexcept { return failure_; }
    /// The connection was lost while it committed: nobody knows the outcome.
    bool isOutcomeUnknown() const noexcept { return committing_ && failure_ == DatabaseError::Kind::ConnectionLost; }
    /// No statement has succeeded, so a reading function has seen nothing yet.
    bool isUntouched() const noexcept { return untouched_; }

    void afterCommit(std::function<void()> action) { actions_.push_back(std::move(action)); }
    std::size_t actionsAfterCommit() const noexcept { return actions_.size(); }
    std::vector<std::function<void()>> takeActions() noexcept { return std::move(actions_); }

private:
    template <class F>
    auto watched(F&& statement);
    void throwIfLost() const;
    void beginOnOwnSession(bool write);
    void takeOther();
    EngineSession& session() const noexcept { return shared_ ? shared_->session() : *session_; }

    SessionPool& pool_;
    WriterTurns* const turns_;
    std::unique_ptr<EngineSession> session_;  // null until the first attempt that needs one
    SessionPool* replicas_ = nullptr;         // while session_ is one of them
    std::shared_ptr<SharedWrite> shared_;     // while this unit has the writer's turn
    std::uint64_t attempt_ = 0;
    bool writing_ = false;
    bool committing_ = false;
    bool untouched_ = true;
    std::optional<DatabaseError::Kind> failure_;
    std::vector<std::function<void()>> actions_;
};

}  // namespace inkwell::kernel
