#include "kernel/data/unit_of_work.h"

#include <atomic>
#include <cassert>
#include <stdexcept>
#include <utility>

namespace inkwell::kernel {

using Kind = DatabaseError::Kind;

namespace {

std::uint64_t nextAttempt() noexcept {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

}  // namespace

UnitOfWork::~UnitOfWork() {
    if (session_) (replicas_ ? *replicas_ : pool_).giveBack(std::move(session_));
}

void UnitOfWork::useReplica(SessionPool& replicas, std::unique_ptr<EngineSession> session) noexcept {
    assert(session && !session_ && !writing_);
    replicas_ = &replicas;
    session_ = std::move(session);
}

void UnitOfWork::leaveReplica() {
    if (replicas_) takeOther();
}

void UnitOfWork::takeOther() {
    std::unique_ptr<EngineSession> other = pool_.take();
    session_.swap(other);
    SessionPool* const replicas = std::exchange(replicas_, nullptr);
    if (other) (replicas ? *replicas : pool_).giveBack(std::move(other));
}

template <class F>
auto UnitOfWork::watched(F&& statement) {
    try {
        return statement();
    } catch (const DatabaseError& error) {
        const Kind kind = error.kind();
        if (kind == Kind::Conflict || kind == Kind::ConnectionLost || kind == Kind::Unavailable) failure_ = kind;
        throw;
    }
}

void UnitOfWork::throwIfLost() const {
    if (writing_ && failure_) {
        throw DatabaseError(*failure_, "the transaction was lost to an earlier statement's failure");
    }
}

std::vector<SqlRow> UnitOfWork::select(std::string_view statement, const SqlParams& params) {
    throwIfLost();
    pool_.countStatement();
    std::vector<SqlRow> rows = watched([&] { return session().select(statement, params); });
    untouched_ = false;
    return rows;
}

std::int64_t UnitOfWork::execute(std::string_view statement, const SqlParams& params) {
    // Outside a transaction it would be committed by itself, with no fact to tell of it.
    if (!writing_ && statement != dialect().seeUncommitted())
        throw std::logic_error("a statement that changes something needs Database::write around it");
    throwIfLost();
    pool_.countStatement();
    const std::int64_t rows = watched([&] { return session().execute(statement, params); });
    untouched_ = false;
    return rows;
}

void UnitOfWork::begin(bool write) {
    assert(!writing_);  // the last attempt was committed or abandoned
    assert(actions_.empty());
    failure_.reset();
    committing_ = false;
    attempt_ = nextAttempt();
    if (write && turns_) {
        watched([&] { shared_ = turns_->begin(); });
    } else {
        beginOnOwnSession(write);
    }
    writing_ = write;
}

void UnitOfWork::beginOnOwnSession(bool write) {
    if (!session_ || !session_->isUsable()) takeOther();
    watched([&] { session_->begin(write); });
}

void UnitOfWork::commit() {
    throwIfLost();
    assert(!committing_);
    committing_ = true;
    if (shared_) {
        const std::shared_ptr<SharedWrite> ended = std::exchange(shared_, nullptr);
        watched([&] { turns_->commit(ended); });
    } else {
        watched([&] { session_->commit(); });
    }
    committing_ = false;
    if (writing_) untouched_ = false;
    writing_ = false;
}

void UnitOfWork::abandon() noexcept {
    if (shared_) {
        turns_->abandon(std::exchange(shared_, nullptr));
    } else if (session_) {
        session_->rollback();
    }
    actions_.clear();
    writing_ = false;
}

}  // namespace inkwell::kernel
