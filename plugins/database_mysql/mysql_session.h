#pragma once

#include <Poco/Data/Session.h>
#include <mysql.h>

#include <functional>

#include "inkwell/database_engine.h"
#include "inkwell/engine_support.h"
#include "mysql_dialect.h"
#include "mysql_position.h"
#include "mysql_statement.h"

namespace inkwell::database_mysql {

/// Statements run on the client library's handle, see share/doc/decisions/0001-statements-on-the-handle.md.
/// A read opens no transaction. That saves two round trips, and under READ COMMITTED each SELECT would see its own
/// snapshot anyway.
class MysqlSession : public EngineSession {
public:
    /// Sets the connection up. Throws DatabaseError.
    explicit MysqlSession(std::shared_ptr<MYSQL> connection);

    /// For one that was connected to none. Throws DatabaseError.
    void useDatabase(const std::string& name);
    /// For a node of a Galera cluster, before its first unit of work: from now on it shows all that was committed at
    /// any node until now, and each write begins with all that was committed until then. Throws DatabaseError.
    void useAsNode();
    /// For one at a primary with replicas, before its first unit of work: `seen` hears of its commits and of
    /// markSeen(). Throws DatabaseError.
    void usePosition(MysqlPosition& seen);
    /// For one at a replica, before its first unit of work: it only reads. It has caught up when it shows all of
    /// `seen`. Throws DatabaseError.
    void useAsReplica(const MysqlPosition& seen);
    /// The session is usable while `isWanted` says so. Any thread may ask.
    void useWhile(std::function<bool()> isWanted) { isWanted_ = std::move(isWanted); }
    /// `told` is called when the server has refused a write for being read-only: another one may take it.
    void whenReadOnly(std::function<void()> told) { toldReadOnly_ = std::move(told); }
    /// Whether the server is set to take no writes. Throws DatabaseError.
    bool isReadOnly();

    std::vector<SqlRow> select(std::string_view statement, const SqlParams& params) override;
    std::int64_t execute(std::string_view statement, const SqlParams& params) override;
    const Dialect& dialect() const override { return dialect_; }

    void begin(bool write) override;
    void commit() override;
    void rollback() noexcept override;
    bool isInTransaction() noexcept override;
    void markSeen() override;
    bool isCaughtUp() noexcept override;
    /// False once the connection is known to be lost, or is not wanted any more.
    bool isUsable() noexcept override { return usable_ && (!isWanted_ || isWanted_()); }

private:
    void command(const char* text);
    void requireTransaction();
    bool isInside() const noexcept;
    void startOnNode();
    [[noreturn]] void failCommit();
    void noteFailure(const DatabaseError& error) noexcept;
    std::int64_t queryInteger(const char* text);
    void noteCommit();
    /// Throws Conflict where the transaction has ended without a word.
    MysqlStatement& run(std::string_view text, const SqlParams& params, std::vector<SqlRow>& rows);
    /// Again where the server has forgotten the kept statement.
    MysqlStatement& runAnew(std::string_view text, const SqlParams& params, std::vector<SqlRow>& rows);
    MysqlStatement& runKept(std::string_view text, const SqlParams& params, std::vector<SqlRow>& rows);
    /// Throws for parameters above max_allowed_packet; the server would just drop the connection.
    void checkSize(const SqlParams& params) const;

    const std::shared_ptr<MYSQL> connection_;
    const MysqlDialect dialect_;
    bool usable_ = true;
    bool isNode_ = false;
    std::function<bool()> isWanted_;
    std::function<void()> toldReadOnly_;
    MysqlPosition* seen_ = nullptr;             // at a primary with replicas
    const MysqlPosition* wanted_ = nullptr;     // at a replica
    std::shared_ptr<const std::string> shown_;  // of wanted_, what it was found to show
    bool inTransaction_ = false;
    bool hasFailed_ = false;  // a statement of the transaction
    bool isOver_ = false;     // by DDL that found its work done
    std::int64_t maxPacketBytes_ = 0;
    std::int64_t lastSequence_ = 0;
    KeptStatements<MysqlStatement> statements_;  // closed before connection_
};

}  // namespace inkwell::database_mysql
