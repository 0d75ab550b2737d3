#include "kernel/data/unit_of_work.h"

#include <cassert>

namespace inkwell::kernel {

using Kind = DatabaseError::Kind;

UnitOfWork::~UnitOfWork() {
    if (session_) pool_.giveBack(std::move(session_));
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
    std::vector<SqlRow> rows = watched([&] { return session_->select(statement, params); });
    untouched_ = false;
    return rows;
}

std::int64_t UnitOfWork::execute(std::string_view statement, const SqlParams& params) {
    throwIfLost();
    pool_.countStatement();
    const std::int64_t rows = watched([&] { return session_->execute(statement, params); });
    untouched_ = false;
    return rows;
}

void UnitOfWork::begin(bool write) {
    assert(!writing_);  // the last attempt was committed or abandoned
    assert(actions_.empty());
    failure_.reset();
    committing_ = false;
    if (!session_->isUsable()) replaceSession();
    watched([&] { session_->begin(write); });
    writing_ = write;
}

void UnitOfWork::commit() {
    throwIfLost();
    assert(!committing_);
    committing_ = true;
    watched([&] { session_->commit(); });
    committing_ = false;
    if (writing_) untouched_ = false;
    writing_ = false;
}

void UnitOfWork::abandon() noexcept {
    session_->rollback();
    actions_.clear();
    writing_ = false;
}

void UnitOfWork::replaceSession() {
    std::unique_ptr<EngineSession> other = pool_.take();
    session_.swap(other);
    pool_.giveBack(std::move(other));
}

}  // namespace inkwell::kernel
