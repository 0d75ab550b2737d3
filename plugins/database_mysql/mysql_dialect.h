#pragma once

#include "inkwell/database_engine.h"

namespace inkwell::database_mysql {

/// A byte-by-byte collation, by its name in MariaDB and in MySQL. The common utf8mb4_bin takes 'a' and 'a ' as equal.
inline constexpr const char* kCollation = "/*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */";

/// The SQL dialect of MariaDB 10.11 and MySQL 8. Stateless; any thread.
class MysqlDialect : public Dialect {
public:
    std::string_view name() const override { return "mysql"; }
    std::string expand(std::string_view ddl) const override;
    std::string_view forUpdate() const override { return " FOR UPDATE"; }
    std::string_view forUpdateSkipLocked() const override { return " FOR UPDATE SKIP LOCKED"; }
    std::string_view forShare() const override { return " LOCK IN SHARE MODE"; }
    /// Computed without UNIX_TIMESTAMP, which depends on the session's time zone.
    std::string_view currentTimeMs() const override {
        return "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000)";
    }
    std::string_view randomOrder() const override { return "RAND()"; }
    std::string_view lastSequence() const override { return "SELECT LAST_INSERT_ID()"; }
    std::string_view seeUncommitted() const override { return "SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED"; }
    std::string onDuplicateUpdate(std::string_view key, std::initializer_list<std::string_view> columns) const override;
};

}  // namespace inkwell::database_mysql
