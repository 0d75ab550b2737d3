#include "kernel/data/shared_write.h"

#include <cassert>
#include <string>
#include <utility>

namespace inkwell::kernel {

namespace {

using Kind = DatabaseError::Kind;
using SteadyClock = std::chrono::steady_clock;

constexpr const char* kBeginUnit = "SAVEPOINT unit";
constexpr const char* kEndUnit = "RELEASE SAVEPOINT unit";
constexpr const char* kUndoUnit = "ROLLBACK TO SAVEPOINT unit";

}  // namespace

// Under the mutex, because whoever wakes up may be the last one to hold the write.
void SharedWrite::tell(const std::optional<DatabaseError>& failure) {
    const std::lock_guard lock(mutex_);
    isOver_ = true;
    failure_ = failure;
    wake_.notify_all();
}

void SharedWrite::await() {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return isOver_; });
    if (failure_) throw DatabaseError(*failure_);
}

void WriterTurns::enter() {
    if (gate_.enter(SteadyClock::now() + wait_)) return;
    throw TooBusy("it was no writer's turn within " + std::to_string(wait_.count()) + " ms");
}

std::shared_ptr<SharedWrite> WriterTurns::open() {
    auto write = std::make_shared<SharedWrite>(session_ ? std::move(session_) : pool_.take());
    try {
        write->session().begin(true);
    } catch (...) {
        keep(std::move(write->session_));
        throw;
    }
    return write;
}

std::shared_ptr<SharedWrite> WriterTurns::begin() {
    enter();
    GatePlace turn(gate_);
    if (!passedOn_) {
        std::shared_ptr<SharedWrite> write = open();
        turn.keep();
        return write;
    }
    std::shared_ptr<SharedWrite> write = std::exchange(passedOn_, nullptr);
    try {
        write->session().execute(kBeginUnit, {});
    } catch (...) {
        lose(*write);
        throw;
    }
    turn.keep();
    return write;
}

void WriterTurns::keep(std::unique_ptr<EngineSession> session) noexcept {
    if (closed_ || !session->isUsable()) return pool_.giveBack(std::move(session));
    session_ = std::move(session);
}

void WriterTurns::close() noexcept {
    closed_ = true;
    if (!gate_.enter(SteadyClock::now())) return;
    const GatePlace turn(gate_);
    if (session_) pool_.giveBack(std::move(session_));
}

// Whoever waits in the gate takes the turn, even at the end of its patience, and finds the transaction there.
bool WriterTurns::passOn(const std::shared_ptr<SharedWrite>& write) noexcept {
    if (write->ended_ >= kMostUnits || SteadyClock::now() - write->firstEnd_ >= kLongest) return false;
    passedOn_ = write;
    if (gate_.leaveToNext()) return true;
    passedOn_ = nullptr;
    return false;
}

std::optional<DatabaseError> WriterTurns::commitAll(SharedWrite& write) noexcept {
    std::optional<DatabaseError> failure;
    try {
        write.session().commit();
    } catch (const DatabaseError& error) {
        failure = error;
    } catch (const std::exception& error) {
        failure = DatabaseError(Kind::Other, std::string("the commit failed: ") + error.what());
    }
    if (failure) write.session().rollback();
    keep(std::move(write.session_));
    return failure;
}

// Nothing of it was stored, so the units that wait may run again.
void WriterTurns::lose(SharedWrite& write) noexcept {
    write.session().rollback();
    keep(std::move(write.session_));
    write.tell(DatabaseError(Kind::Conflict, "the transaction was lost to the failure of another write in it"));
}

void WriterTurns::commit(const std::shared_ptr<SharedWrite>& write) {
    GatePlace turn(gate_);
    try {
        if (write->ended_ > 0) {
            write->session().execute(kEndUnit, {});
        } else if (!write->session().isInTransaction()) {
            throw DatabaseError(Kind::Other,
                                "a failed statement has rolled the transaction back: there is nothing to commit");
        }
    } catch (...) {
        lose(*write);
        throw;
    }
    if (write->ended_++ == 0) write->firstEnd_ = SteadyClock::now();
    if (passOn(write)) {
        turn.keep();
        write->await();
        return;
    }
    const std::optional<DatabaseError> failure = commitAll(*write);
    turn.leave();
    write->tell(failure);
    if (failure) throw DatabaseError(*failure);
}

void WriterTurns::abandon(const std::shared_ptr<SharedWrite>& write) noexcept {
    GatePlace turn(gate_);
    if (write->ended_ == 0) return lose(*write);
    try {
        write->session().execute(kUndoUnit, {});
        write->session().execute(kEndUnit, {});
    } catch (const std::exception&) {
        return lose(*write);
    }
    if (passOn(write)) return turn.keep();
    const std::optional<DatabaseError> failure = commitAll(*write);
    turn.leave();
    write->tell(failure);
}

void WriterTurns::withoutWriters(const std::function<void()>& work) {
    enter();
    const GatePlace turn(gate_);
    if (const std::shared_ptr<SharedWrite> write = std::exchange(passedOn_, nullptr)) write->tell(commitAll(*write));
    work();
}

}  // namespace inkwell::kernel
