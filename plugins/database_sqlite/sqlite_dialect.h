#pragma once

#include "inkwell/database_engine.h"

namespace inkwell::database_sqlite {

/// The SQL dialect of SQLite 3.40. Stateless; any thread.
class SqliteDialect : public Dialect {
public:
    std::string_view name() const override { return "sqlite"; }
    std::string expand(std::string_view ddl) const override;
    /// "": the only writer locks the whole database with BEGIN IMMEDIATE.
    std::string_view forUpdate() const override { return ""; }
    std::string_view forUpdateSkipLocked() const override { return ""; }
    std::string_view forShare() const override { return ""; }
    /// The system clock: there is only one server.
    std::string_view currentTimeMs() const override {
        return "CAST(ROUND((julianday('now') - 2440587.5) * 86400000) AS INTEGER)";
    }
    std::string_view randomOrder() const override { return "RANDOM()"; }
    std::string_view lastSequence() const override { return "SELECT last_insert_rowid()"; }
    std::string_view seeUncommitted() const override { return ""; }
    std::string onDuplicateUpdate(std::string_view key, std::initializer_list<std::string_view> columns) const override;
};

}  // namespace inkwell::database_sqlite
