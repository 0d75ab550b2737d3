#pragma once

#include <memory>
#include <string>

#include "plugins/database_mysql/mysql_engine.h"
#include "plugins/database_sqlite/sqlite_engine.h"
#include "tests/support/private_mariadb.h"
#include "tests/support/temporary_folder.h"

namespace inkwell::test {

/// On a file of its own.
class TemporarySqliteEngine : private TemporaryFolder, public database_sqlite::SqliteEngine {
public:
    TemporarySqliteEngine() : SqliteEngine((path() / "inkwell.db").string()) {}
    using TemporaryFolder::path;
};

inline database_mysql::MysqlOptions privateMariaDbOptions(const std::string& database) {
    database_mysql::MysqlOptions options;
    options.socket = PrivateMariaDb::instance().socket();
    options.user = "root";
    options.database = database;
    return options;
}

inline std::unique_ptr<DatabaseEngine> makeSqliteEngine() { return std::make_unique<TemporarySqliteEngine>(); }

inline std::unique_ptr<DatabaseEngine> makeMysqlEngine() {
    return std::make_unique<database_mysql::MysqlEngine>(
        privateMariaDbOptions(PrivateMariaDb::instance().freshDatabase()));
}

}  // namespace inkwell::test
