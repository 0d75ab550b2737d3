#pragma once

#include <atomic>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "inkwell/database_engine.h"
#include "mysql_connection.h"
#include "mysql_dialect.h"
#include "mysql_hosts.h"
#include "mysql_position.h"
#include "mysql_session.h"

namespace inkwell::database_mysql {

/// What each of several hosts has to answer: a session is there within two seconds.
inline constexpr unsigned kTimeoutOfOneSeconds = 1;

/// One database of a MariaDB or MySQL server or Galera cluster. Any thread.
class MysqlEngine : public DatabaseEngine {
public:
    /// Does not connect. Throws std::invalid_argument, naming the setting, for options that cannot be used.
    explicit MysqlEngine(MysqlOptions options);

    std::string name() const override { return "mysql"; }
    const Dialect& dialect() const override { return dialect_; }
    /// On the first of the hosts that can be reached, takes writes and, as a node of a Galera cluster, is ready;
    /// beginning with that of the last session, or behind it once it has refused a write for being read-only. Where
    /// none takes writes, on one that can be read. With several hosts each gets a second. The sessions at another host
    /// are not usable any more. With `create_database` a database may be missing: the session then has none, until
    /// withMigrationLock() creates it. The engine must outlive its sessions.
    std::unique_ptr<EngineSession> open() override;
    /// Holds a named lock in `session`; it ends with the connection. On a Galera cluster it excludes only sessions on
    /// the same node; running a migration twice does no harm.
    void withMigrationLock(EngineSession& session, const std::function<void()>& work) override;
    /// Whether `read_hosts` names some.
    bool hasReplicas() const override { return replicas_.has_value(); }
    /// On one of `read_hosts` that follows MariaDB's binary log, on each in turn.
    std::unique_ptr<EngineSession> openReplica() override;
    int maxWriters() const override { return std::numeric_limits<int>::max(); }

private:
    std::unique_ptr<MysqlSession> openOn(const MysqlHosts::Address& address);
    std::unique_ptr<EngineSession> settle(std::unique_ptr<MysqlSession> session, const MysqlHosts::Address& address);
    void leaveReadOnly(const MysqlHosts::Address& address) noexcept;
    std::unique_ptr<EngineSession> openReplicaOn(const MysqlHosts::Address& address);
    std::shared_ptr<MYSQL> connectTo(const MysqlHosts::Address& address);
    void createDatabase(EngineSession& session) const;

    const MysqlOptions options_;
    MysqlHosts hosts_;
    std::atomic<std::chrono::steady_clock::rep> leaveAgainFrom_{0};
    std::optional<MysqlHosts> replicas_;
    MysqlPosition seen_;
    const unsigned timeoutSeconds_;
    MysqlDialect dialect_;
    std::atomic<bool> exists_{false};  // known to; asked with `create_database` only
};

}  // namespace inkwell::database_mysql
