#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include "inkwell/database.h"
#include "inkwell/database_engine.h"
#include "kernel/data/gate.h"
#include "kernel/data/replica_pool.h"

namespace inkwell::kernel {

struct PoolOptions {
    int size = 16;
    std::chrono::milliseconds wait{5000};
    int maxAttempts = 8;                           // of a unit of work that meets conflicts
    std::chrono::milliseconds replicaPause{5000};  // after one could not be reached, which costs a read up to a second
};

/// Pool and ambient unit of work over one engine. Any thread. The engine must outlive it.
class PooledDatabase : public Database {
public:
    PooledDatabase(DatabaseEngine& engine, PoolOptions options);
    ~PooledDatabase() override;

    const Dialect& dialect() const override;
    bool isWriting() const noexcept override;
    std::uint64_t currentAttempt() const noexcept override;
    DatabaseEngine& engine() const;

    /// Runs `action` after the outermost write on this thread has committed, or never when it rolls back. Throws
    /// std::logic_error outside a write.
    void afterCommit(std::function<void()> action);
    /// How many wait for that already. Throws std::logic_error outside a write.
    std::size_t actionsAfterCommit();

    /// `action` runs on the writer's thread when a commit failed and its outcome is unknown: the database may yet carry
    /// it out. It must not throw. Set it before the first write.
    void onUnknownOutcome(std::function<void()> action);

    /// `action` runs on the writer's thread when the database refused a write that it may take later: it is read-only,
    /// or full. It must not throw. Set it before the first write.
    void onFailedWrite(std::function<void(const std::string& why)> action);

    /// The session of this thread's write. Throws std::logic_error outside one: the caller forgot Database::write.
    Sql& currentWrite();

    /// Statements run in units of work so far; tests bound how many a list needs.
    std::int64_t statementCount() const noexcept;
    /// Those of them that threads ran for requests (LogRequestScope); the rest are jobs, feeds and start-up.
    std::int64_t requestStatementCount() const noexcept;

    /// If the engine has one writer (DatabaseEngine::maxWriters), writers take turns on a session beside the others,
    /// counted in `writers`; otherwise `writers.places` is 0.
    struct Numbers {
        Gate::Numbers sessions;
        Gate::Numbers writers;
    };
    Numbers numbers() const;

    /// Like read(), outside any other unit of work, but on a session beside the pool's: for one reader that must not
    /// wait until others have read.
    void readBeside(const std::function<void(Sql&)>& body);

    /// Reads that ReplicaScope lets ask a replica; nothing is counted where the engine has none.
    ReplicaPool::Numbers replicaNumbers() const noexcept;
    /// Call after others' changes were read and before they are announced: from then on no replica is asked that does
    /// not have them. Throws DatabaseError.
    void markSeen();

    /// For work that writes through sessions of its own, such as migrations at run time. If the engine has one writer,
    /// no write of this server runs meanwhile. Throws DatabaseError when it would have to wait too long.
    void withoutWriters(const std::function<void()>& work);

    /// Closes idle sessions; sessions in use are closed when they come back.
    void close();

protected:
    void runUnit(bool write, const std::function<void(Sql&)>& body) override;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace inkwell::kernel
