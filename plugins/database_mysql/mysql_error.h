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

/// The server takes no writes: a replica, or one that was set so.
class ReadOnlyServer : public DatabaseError {
public:
    using DatabaseError::DatabaseError;
};

/// The account may not do this. The text names the right and not the statement: an operator is to read it.
class MissingRight : public DatabaseError {
public:
    MissingRight(const std::string& text, std::string givenRights, std::string givenDatabase)
        : DatabaseError(Kind::Other, text), rights(std::move(givenRights)), database(std::move(givenDatabase)) {}

    std::string rights;    // "CREATE", "INSERT, CREATE"; ALL where the server does not name one
    std::string database;  // "" where it does not name that
};

/// Throws DatabaseError for a failure; the message names `doing` and omits the value that duplicate errors quote.
[[noreturn]] void throwError(unsigned code, const std::string& message, std::string_view doing);

}  // namespace inkwell::database_mysql
