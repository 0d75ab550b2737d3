#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "database_file.h"
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
    /// The first one creates the file if necessary, and its folder with access for the owner only. Later ones refuse
    /// any other file than that.
    std::unique_ptr<EngineSession> open() override;
    /// Locks a file beside the database; the system releases the lock when the process dies.
    void withMigrationLock(EngineSession& session, const std::function<void()>& work) override;
    int maxWriters() const override { return 1; }

private:
    void requireFile();

    std::string file_;
    SqliteDialect dialect_;
    std::mutex opening_;
    std::optional<FileNumber> opened_;
};

}  // namespace inkwell::database_sqlite
