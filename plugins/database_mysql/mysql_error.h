#pragma once

#include <string>
#include <string_view>

#include "inkwell/database.h"

namespace inkwell::database_mysql {

/// Translates the error numbers of client library and server, for a statement on an open connection.
/// Any thread.
DatabaseError::Kind errorKind(unsigned code) noexcept;

/// The prepared statement no longer fits its tables: prepare it again. Nothing was written.
class StaleStatement : public DatabaseError {
public:
    using DatabaseError::DatabaseError;
};

/// The server keeps no more prepared statements (max_prepared_stmt_count). Nothing was written.
class TooManyStatements : public DatabaseError {
public:
    using DatabaseError::DatabaseError;
};

/// Throws DatabaseError for a failure; the message names `doing` and omits the value that duplicate errors quote.
[[noreturn]] void throwError(unsigned code, const std::string& message, std::string_view doing);

}  // namespace inkwell::database_mysql
