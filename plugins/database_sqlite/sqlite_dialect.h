#pragma once

#include "inkwell/database_engine.h"

namespace inkwell::database_sqlite {

/// The words of SQLite 3.40. Stateless; any thread.
class SqliteDialect : public Dialect {
public:
    std::string_view name() const override { return "sqlite"; }
    std::string expand(std::string_view ddl) const override;
    /// "": the one writer holds the whole database from its BEGIN IMMEDIATE on.
    std::string_view forUpdate() const override { return ""; }
    std::string_view forUpdateSkipLocked() const override { return ""; }
    std::string_view forShare() const override { return ""; }
    /// Of the system: there is one server.
    std::string_view currentTimeMs() const override {
        return "CAST(ROUND((julianday('now') - 2440587.5) * 86400000) AS INTEGER)";
    }
    std::string_view randomOrder() const override { return "RANDOM()"; }
    std::string_view lastSequence() const override { return "SELECT last_insert_rowid()"; }
    std::string onDuplicateUpdate(std::string_view key, std::initializer_list<std::string_view> columns) const override;
};

}  // namespace inkwell::database_sqlite
