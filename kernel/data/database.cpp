#include "kernel/data/database.h"

#include <algorithm>
#include <cassert>
#include <random>
#include <stdexcept>
#include <thread>
#include <utility>

#include "kernel/data/gate.h"
#include "kernel/data/session_pool.h"
#include "kernel/data/shared_write.h"
#include "kernel/data/unit_of_work.h"
#include "kernel/runtime/exception_text.h"
#include "kernel/runtime/log.h"
#include "kernel/runtime/replica_scope.h"

namespace inkwell::kernel {

namespace {

using Kind = DatabaseError::Kind;
using SteadyClock = std::chrono::steady_clock;

/// The units of this thread, by the database's address: one process can hold several servers, in tests for instance.
std::vector<std::pair<const void*, UnitOfWork*>>& threadUnits() {
    thread_local std::vector<std::pair<const void*, UnitOfWork*>> units;
    return units;
}

/// Of one unit of work.
struct Attempts {
    SteadyClock::time_point deadline;  // for the last one to begin
    int made = 0;
    bool reconnected = false;
};

class BoundUnit {
public:
    BoundUnit(const void* database, UnitOfWork& unit) { threadUnits().emplace_back(database, &unit); }
    ~BoundUnit() {
        assert(!threadUnits().empty());
        threadUnits().pop_back();
    }
    BoundUnit(const BoundUnit&) = delete;
    BoundUnit& operator=(const BoundUnit&) = delete;
};

/// Jittered, so that those who collided do not collide again.
void backOff(int attempt) {
    constexpr int kFirstMs = 4;
    constexpr int kLongestMs = 512;
    thread_local std::minstd_rand random{std::random_device{}()};
    const int limitMs = std::min(kLongestMs, kFirstMs << std::min(attempt, 8));
    std::this_thread::sleep_for(std::chrono::milliseconds(std::uniform_int_distribution<int>(1, limitMs)(random)));
}

void runAll(const std::vector<std::function<void()>>& actions) noexcept {
    for (const auto& action : actions) {
        try {
            action();
        } catch (...) {
            kernelLog().error("an action after a commit failed: " + exceptionText());
        }
    }
}

}  // namespace

struct PooledDatabase::Impl {
    Impl(DatabaseEngine& givenEngine, PoolOptions givenOptions)
        : engine(givenEngine),
          options(givenOptions),
          sessions(givenOptions.size),
          pool([&givenEngine] { return givenEngine.open(); }) {
        if (givenEngine.maxWriters() == 1) turns.emplace(pool, givenOptions.wait);
        if (givenEngine.hasReplicas()) replicas.emplace(givenEngine, givenOptions.replicaPause);
    }

    UnitOfWork* current() const {
        const auto& units = threadUnits();
        const auto found = std::find_if(units.rbegin(), units.rend(), [this](auto& u) { return u.first == this; });
        return found == units.rend() ? nullptr : found->second;
    }

    WriterTurns* writerTurns() { return turns ? &*turns : nullptr; }
    GatePlace takePlace() {
        if (sessions.enter(SteadyClock::now() + options.wait)) return GatePlace(sessions);
        throw TooBusy("no database session became free within " + std::to_string(options.wait.count()) + " ms");
    }

    // Whoever has a writer's turn uses a session beside the pool's: were it to wait for a reader's, and that reader for
    // the turn in a nested write, both would wait in vain.
    GatePlace placeFor(bool write) { return write && turns ? GatePlace() : takePlace(); }

    void runOutermost(GatePlace place, bool write, const std::function<void(Sql&)>& body);
    void runAttempts(UnitOfWork& unit, bool write, const std::function<void(Sql&)>& body);
    bool mayRunAgain(UnitOfWork& unit, bool write, std::optional<Kind> thrown, Attempts& attempts);
    void noteFailure(const UnitOfWork& unit, bool write, const DatabaseError& error);
    void useReplica(UnitOfWork& unit);
    void leaveReplica(UnitOfWork& unit);

    DatabaseEngine& engine;
    const PoolOptions options;
    Gate sessions;
    SessionPool pool;
    std::optional<WriterTurns> turns;     // if the engine has one writer
    std::optional<ReplicaPool> replicas;  // if it has some
    std::function<void()> unknownOutcome;
    std::function<void(const std::string&)> failedWrite;
};

void PooledDatabase::Impl::runOutermost(GatePlace place, bool write, const std::function<void(Sql&)>& body) {
    std::vector<std::function<void()>> actions;
    {
        UnitOfWork unit(pool, writerTurns());
        if (!write) useReplica(unit);
        const BoundUnit bound(this, unit);
        runAttempts(unit, write, body);
        actions = unit.takeActions();
    }
    place.leave();
    runAll(actions);
}

void PooledDatabase::Impl::useReplica(UnitOfWork& unit) {
    if (!replicas || !ReplicaScope::isOpen()) return;
    if (std::unique_ptr<EngineSession> session = replicas->take()) {
        unit.useReplica(replicas->sessions(), std::move(session));
    } else {
        ReplicaScope::shut();
    }
}

void PooledDatabase::Impl::leaveReplica(UnitOfWork& unit) {
    unit.leaveReplica();
    ReplicaScope::shut();
}

void PooledDatabase::Impl::runAttempts(UnitOfWork& unit, bool write, const std::function<void(Sql&)>& body) {
    Attempts attempts{SteadyClock::now() + 2 * options.wait};
    while (true) {
        ++attempts.made;
        try {
            unit.begin(write);
            body(unit);
            unit.commit();
            return;
        } catch (const DatabaseError& error) {
            unit.abandon();
            if (write && unit.isOutcomeUnknown()) {
                if (unknownOutcome) unknownOutcome();
                throw DatabaseError(Kind::OutcomeUnknown, error.what());
            }
            const bool again = mayRunAgain(unit, write, error.kind(), attempts);
            if (!again) noteFailure(unit, write, error);
            if (!again && error.kind() == Kind::ConnectionLost) throw DatabaseError(Kind::Unavailable, error.what());
            if (!again) throw;
        } catch (...) {
            // Perhaps what the function made of a lost transaction.
            unit.abandon();
            if (!mayRunAgain(unit, write, std::nullopt, attempts)) throw;
        }
    }
}

// Of a session, so that a database that cannot be reached is not meant.
void PooledDatabase::Impl::noteFailure(const UnitOfWork& unit, bool write, const DatabaseError& error) {
    const bool isBusy = dynamic_cast<const TooBusy*>(&error) != nullptr;
    if (write && failedWrite && unit.failure() == Kind::Unavailable && !isBusy) failedWrite(error.what());
}

// A write is run again as a whole, as Database promises; a read only while nothing has been read, for its function may
// have collected something outside. A row that was looked for in vain and is there when it is inserted has been
// committed by somebody else: the next attempt finds it. That a replica was waited for in vain, for longer than the
// deadline perhaps, is no reason not to ask the primary.
bool PooledDatabase::Impl::mayRunAgain(UnitOfWork& unit, bool write, std::optional<Kind> thrown, Attempts& attempts) {
    const bool hasCollided = unit.failure() == Kind::Conflict || (write && thrown == Kind::Duplicate);
    const bool isLost = unit.failure() == Kind::ConnectionLost;
    const bool isReplicaLost = isLost && unit.isAtReplica();
    if (isReplicaLost) replicas->noteLoss();
    if ((!isLost && !hasCollided) || attempts.made >= options.maxAttempts) return false;
    if (!write && !unit.isUntouched()) return false;
    if (isReplicaLost) {
        leaveReplica(unit);
        return true;
    }
    if (SteadyClock::now() >= attempts.deadline) return false;
    if (!isLost) {
        backOff(attempts.made);
        return true;
    }
    if (attempts.reconnected) return false;
    attempts.reconnected = true;
    pool.dropIdle();
    return true;
}

PooledDatabase::PooledDatabase(DatabaseEngine& engine, PoolOptions options)
    : impl_(std::make_unique<Impl>(engine, options)) {}

PooledDatabase::~PooledDatabase() = default;

const Dialect& PooledDatabase::dialect() const { return impl_->engine.dialect(); }
bool PooledDatabase::isWriting() const noexcept {
    const UnitOfWork* unit = impl_->current();
    return unit != nullptr && unit->isWriting();
}
std::uint64_t PooledDatabase::currentAttempt() const noexcept { return isWriting() ? impl_->current()->attempt() : 0; }
DatabaseEngine& PooledDatabase::engine() const { return impl_->engine; }
std::int64_t PooledDatabase::statementCount() const noexcept { return impl_->pool.statementCount(); }
std::int64_t PooledDatabase::requestStatementCount() const noexcept { return impl_->pool.requestStatementCount(); }

PooledDatabase::Numbers PooledDatabase::numbers() const {
    return {impl_->sessions.numbers(), impl_->turns ? impl_->turns->numbers() : Gate::Numbers{}};
}

void PooledDatabase::withoutWriters(const std::function<void()>& work) {
    impl_->turns ? impl_->turns->withoutWriters(work) : work();
    markSeen();
}

ReplicaPool::Numbers PooledDatabase::replicaNumbers() const noexcept {
    return impl_->replicas ? impl_->replicas->numbers() : ReplicaPool::Numbers{};
}

void PooledDatabase::readBeside(const std::function<void(Sql&)>& body) {
    assert(!impl_->current());
    impl_->runOutermost(GatePlace(), false, body);
}

void PooledDatabase::markSeen() {
    if (!impl_->replicas) return;
    std::unique_ptr<EngineSession> session = impl_->pool.take();
    session->markSeen();
    impl_->pool.giveBack(std::move(session));
}

void PooledDatabase::close() {
    impl_->pool.close();
    if (impl_->replicas) impl_->replicas->sessions().close();
    if (impl_->turns) impl_->turns->close();
}

void PooledDatabase::afterCommit(std::function<void()> action) {
    UnitOfWork* unit = impl_->current();
    if (!unit || !unit->isWriting()) throw std::logic_error("afterCommit outside Database::write");
    unit->afterCommit(std::move(action));
}

std::size_t PooledDatabase::actionsAfterCommit() {
    currentWrite();
    return impl_->current()->actionsAfterCommit();
}

void PooledDatabase::onUnknownOutcome(std::function<void()> action) { impl_->unknownOutcome = std::move(action); }
void PooledDatabase::onFailedWrite(std::function<void(const std::string&)> action) {
    impl_->failedWrite = std::move(action);
}

Sql& PooledDatabase::currentWrite() {
    UnitOfWork* unit = impl_->current();
    if (!unit || !unit->isWriting()) throw std::logic_error("this needs Database::write around it");
    return *unit;
}

void PooledDatabase::runUnit(bool write, const std::function<void(Sql&)>& body) {
    UnitOfWork* unit = impl_->current();
    if (!unit) {
        impl_->runOutermost(impl_->placeFor(write), write, body);
    } else if (write && !unit->isWriting()) {
        impl_->leaveReplica(*unit);
        impl_->runAttempts(*unit, true, body);
        runAll(unit->takeActions());
    } else {
        body(*unit);
    }
}

}  // namespace inkwell::kernel
