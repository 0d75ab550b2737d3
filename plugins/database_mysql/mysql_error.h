#pragma once

#include <string>
#include <string_view>

#include "inkwell/database.h"

namespace inkwell::database_mysql {

/// The error numbers of client library and server in the SDK's words, for a statement on an open connection. Any
/// thread.
DatabaseError::Kind errorKind(unsigned code) noexcept;

/// The prepared statement no longer fits its tables; prepared anew it does. Nothing was written.
class StaleStatement : public DatabaseError {
public:
    using DatabaseError::DatabaseError;
};

/// Throws the DatabaseError for a failure, naming `doing`. The value that a duplicate's text quotes is left out.
[[noreturn]] void throwError(unsigned code, const std::string& message, std::string_view doing);

}  // namespace inkwell::database_mysql
