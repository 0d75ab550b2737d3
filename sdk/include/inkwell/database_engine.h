#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "inkwell/database.h"
#include "inkwell/export.h"

namespace inkwell {

/// What differs between the engines. Any thread.
class INKWELL_API Dialect {
public:
    virtual ~Dialect() = default;
    virtual std::string_view name() const = 0;  // "sqlite", "mysql"

    /// Replaces the column words of a migration: {id} 24 hex digits; {key} up to 200 characters,
    /// compared byte by byte; {text:N} up to N characters, binary collation; {document} JSON or text
    /// of any length; {bytes} bytes of any length; {int} 64 bits; {real} double; {bool}; {sequence} a primary key that
    /// increments automatically; {table} what follows the closing bracket of CREATE TABLE. Throws std::logic_error for
    /// an unknown column word.
    virtual std::string expand(std::string_view ddl) const = 0;

    /// Put after a SELECT that locks its rows until commit: " FOR UPDATE", or "" where a write locks everything.
    virtual std::string_view forUpdate() const = 0;
    /// Like forUpdate(), but skips rows that another unit of work has locked instead of waiting: for dividing up work.
    virtual std::string_view forUpdateSkipLocked() const = 0;
    /// Put after a SELECT that keeps others from changing or deleting its rows until commit; "" as for forUpdate().
    virtual std::string_view forShare() const = 0;
    /// An SQL expression for the database's own clock, in UTC milliseconds: one clock for all servers of a database.
    virtual std::string_view currentTimeMs() const = 0;
    /// An ORDER BY expression that shuffles.
    virtual std::string_view randomOrder() const = 0;
    /// A SELECT of the {sequence} value of this session's last INSERT.
    virtual std::string_view lastSequence() const = 0;
    /// Executed before a SELECT outside a write: that one sees also what others have written and not yet committed. ""
    /// where writers take turns, so that each {sequence} is given in the order of commits.
    virtual std::string_view seeUncommitted() const = 0;
    /// "INSERT INTO t (k, a, b) VALUES (?, ?, ?)" + this: on a duplicate `key`, sets the other columns to the new
    /// values. Columns must be constants.
    virtual std::string onDuplicateUpdate(std::string_view key,
                                          std::initializer_list<std::string_view> columns) const = 0;
};

/// One connection with its kept statements. Used by one thread at a time; owned by the kernel's pool.
class INKWELL_API EngineSession : public Sql {
public:
    virtual void begin(bool write) = 0;
    /// Throws DatabaseError; Conflict when the engine refuses (Galera); Other when it has rolled the write back by
    /// itself after a failed statement, so that there is nothing left to commit.
    virtual void commit() = 0;
    virtual void rollback() noexcept = 0;
    /// Whether a write has begun and the engine has not rolled it back by itself.
    virtual bool isInTransaction() noexcept = 0;
    virtual bool isUsable() noexcept = 0;  // false: the pool drops it and opens another

    /// On a session at the primary: what it shows now is seen, and replicas are to show it, too. Throws DatabaseError.
    virtual void markSeen() {}
    /// On a session of openReplica(), before each unit of work: whether it shows all that was seen, and all that this
    /// process has committed. May ask the server; false as well when that does not answer.
    virtual bool isCaughtUp() noexcept { return true; }
};

/// Contributed by a database plugin; chosen by the configuration key `database.engine`. Any thread.
class INKWELL_API DatabaseEngine {
public:
    static constexpr const char* kContributionId = "inkwell.database-engine/1";
    virtual ~DatabaseEngine() = default;
    virtual std::string name() const = 0;
    virtual const Dialect& dialect() const = 0;
    /// Opens a session through Poco::Data. Throws DatabaseError::Unavailable.
    virtual std::unique_ptr<EngineSession> open() = 0;
    /// Whether openReplica() may succeed: asked once.
    virtual bool hasReplicas() const { return false; }
    /// Opens a session at a server that follows the one of open(), the primary. It is only read from. Throws
    /// DatabaseError::Unavailable, with the reason.
    virtual std::unique_ptr<EngineSession> openReplica() {
        throw DatabaseError(DatabaseError::Kind::Unavailable, "this engine has no replicas");
    }
    /// Runs `work` under a lock: meanwhile no other server or process migrates the same database.
    virtual void withMigrationLock(EngineSession& session, const std::function<void()>& work) = 0;
    /// How many writers can work at once: with 1 the pool queues writers instead of letting them collide, and those
    /// that wait share a transaction, each with a SAVEPOINT.
    virtual int maxWriters() const = 0;
};

}  // namespace inkwell
