#pragma once

#include <Poco/Data/Session.h>
#include <sqlite3.h>

#include <memory>

#include "inkwell/database_engine.h"
#include "inkwell/engine_support.h"
#include "sqlite_dialect.h"

namespace inkwell::database_sqlite {

/// Statements run on the handle behind the Poco session, see share/doc/decisions/0001-statements-on-the-handle.md.
/// A read opens no transaction: each SELECT sees one consistent state and holds no lock once its rows are read.
class SqliteSession : public EngineSession {
public:
    /// Sets the connection up. Throws DatabaseError.
    explicit SqliteSession(Poco::Data::Session session);

    std::vector<SqlRow> select(std::string_view statement, const SqlParams& params) override;
    std::int64_t execute(std::string_view statement, const SqlParams& params) override;
    const Dialect& dialect() const override { return dialect_; }

    /// A write uses BEGIN IMMEDIATE, because a read transaction that begins to write fails at once when another writer
    /// was faster; it is refused as Unavailable when the file was removed or replaced. A read does nothing.
    void begin(bool write) override;
    void commit() override;
    void rollback() noexcept override;
    bool isInTransaction() noexcept override;
    /// False after an I/O error, and when the database cannot be written.
    bool isUsable() noexcept override { return usable_; }

private:
    struct Finalizer {
        void operator()(sqlite3_stmt* statement) const noexcept { sqlite3_finalize(statement); }
    };
    using Statement = std::unique_ptr<sqlite3_stmt, Finalizer>;

    void run(const char* command);
    void requireFileInPlace();
    sqlite3_stmt* prepare(std::string_view text, const SqlParams& params);
    /// Executes one step; returns true while there is a row.
    bool step(sqlite3_stmt* statement, std::string_view text);
    [[noreturn]] void fail(const std::string& doing);

    Poco::Data::Session session_;
    sqlite3* db_;
    const SqliteDialect dialect_;
    bool usable_ = true;
    bool hasWritten_ = false;
    bool inTransaction_ = false;            // set by begin(); SQLite may have rolled back on its own
    KeptStatements<Statement> statements_;  // finalized before session_ closes
};

}  // namespace inkwell::database_sqlite
