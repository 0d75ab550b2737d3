#pragma once

#include <mysql.h>

#include <limits>
#include <memory>
#include <mutex>
#include <string>

#include "inkwell/database_engine.h"
#include "mysql_dialect.h"

namespace inkwell::database_mysql {

struct MysqlOptions {
    std::string host = "127.0.0.1";
    int port = 3306;
    std::string socket;  // instead of host and port
    std::string database = "inkwell";
    std::string user = "inkwell";
    std::string password;
    bool createDatabase = false;
};

/// One database of a MariaDB or MySQL server or Galera cluster. Any thread.
class MysqlEngine : public DatabaseEngine {
public:
    /// Does not connect. Throws std::invalid_argument for an option that a connection string cannot carry.
    explicit MysqlEngine(MysqlOptions options);

    std::string name() const override { return "mysql"; }
    const Dialect& dialect() const override { return dialect_; }
    std::unique_ptr<EngineSession> open() override;
    /// Holds a named lock in `session`; it ends with the connection. On a Galera cluster it excludes only sessions on
    /// the same node; running a migration twice does no harm.
    void withMigrationLock(EngineSession& session, const std::function<void()>& work) override;
    int maxWriters() const override { return std::numeric_limits<int>::max(); }

private:
    /// `database` may be "".
    std::shared_ptr<MYSQL> connect(const std::string& database) const;
    std::shared_ptr<MYSQL> connectOverTcp(const std::string& database) const;
    std::shared_ptr<MYSQL> connectToSocket(const std::string& database) const;
    void createDatabaseOnce();

    MysqlOptions options_;
    MysqlDialect dialect_;
    std::mutex creating_;
    bool created_ = false;
};

}  // namespace inkwell::database_mysql
