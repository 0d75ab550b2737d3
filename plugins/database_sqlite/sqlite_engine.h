#pragma once

#include <mutex>
#include <string>

#include "inkwell/database_engine.h"
#include "sqlite_dialect.h"

namespace inkwell::database_sqlite {

/// One database file, in WAL mode. Any thread.
class SqliteEngine : public DatabaseEngine {
public:
    /// `file` is absolute or relative to the working directory. Does not open it.
    explicit SqliteEngine(std::string file);

    std::string name() const override { return "sqlite"; }
    const Dialect& dialect() const override { return dialect_; }
    /// Creates the file if necessary, and its folder with access for the owner only.
    std::unique_ptr<EngineSession> open() override;
    /// Locks a file beside the database; the system releases the lock when the process dies.
    void withMigrationLock(EngineSession& session, const std::function<void()>& work) override;
    int maxWriters() const override { return 1; }

private:
    std::string file_;
    SqliteDialect dialect_;
    std::mutex opening_;
};

}  // namespace inkwell::database_sqlite
