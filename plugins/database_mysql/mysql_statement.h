#pragma once

#include <mysql.h>

#include <memory>
#include <string_view>
#include <vector>

#include "inkwell/database.h"

namespace inkwell::database_mysql {

/// One prepared statement of a connection. One thread at a time; destroyed before its connection. Reads values of any
/// length in full: a row gives the length, then the value is fetched into a string of that size. Poco's own extractor
/// cannot do that (tests/kernel/data/toolchain_test.cpp).
class MysqlStatement {
public:
    /// Throws DatabaseError.
    MysqlStatement(MYSQL* connection, std::string_view text);

    /// Executes the statement, reads all rows and sets affectedRows() and insertedNumber(). Throws DatabaseError, with
    /// `text` in its message.
    std::vector<SqlRow> run(std::string_view text, const SqlParams& params);
    std::int64_t affectedRows() const noexcept { return affectedRows_; }
    /// The number of a {sequence} that the statement has given; of several rows the first one's. 0: none.
    std::int64_t insertedNumber() const noexcept { return insertedNumber_; }

private:
    struct Closer {
        void operator()(MYSQL_STMT* statement) const noexcept { mysql_stmt_close(statement); }
    };

    void checkCount(std::string_view text, const SqlParams& params) const;
    std::vector<SqlRow> readRows(std::string_view text);
    [[noreturn]] void fail(std::string_view text) const;

    MYSQL* connection_;
    std::unique_ptr<MYSQL_STMT, Closer> statement_;
    std::int64_t affectedRows_ = 0;
    std::int64_t insertedNumber_ = 0;
};

}  // namespace inkwell::database_mysql
