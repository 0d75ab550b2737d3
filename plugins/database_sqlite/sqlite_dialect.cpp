#include "sqlite_dialect.h"

#include <stdexcept>

#include "inkwell/engine_support.h"

namespace inkwell::database_sqlite {

namespace {

std::string columnType(std::string_view word, std::string_view argument) {
    if (word == "id" || word == "key" || word == "text" || word == "document") return "TEXT";
    if (word == "bytes") return "BLOB";
    if (word == "int" || word == "bool") return "INTEGER";
    if (word == "real") return "REAL";
    // AUTOINCREMENT never gives the number of a deleted row again; a follower of the change feed relies on it.
    if (word == "sequence") return "INTEGER PRIMARY KEY AUTOINCREMENT";
    if (word == "table") return argument == "clustered" ? "WITHOUT ROWID" : "";
    throw std::logic_error("unknown column word '" + std::string(word) + "'");
}

}  // namespace

std::string SqliteDialect::expand(std::string_view ddl) const { return expandWords(ddl, columnType); }

std::string SqliteDialect::onDuplicateUpdate(std::string_view key,
                                             std::initializer_list<std::string_view> columns) const {
    std::string clause = " ON CONFLICT (" + std::string(key) + ") DO UPDATE SET ";
    const char* separator = "";
    for (const std::string_view column : columns) {
        clause.append(separator).append(column).append(" = excluded.").append(column);
        separator = ", ";
    }
    return clause;
}

}  // namespace inkwell::database_sqlite
