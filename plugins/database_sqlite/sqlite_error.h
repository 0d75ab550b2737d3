#pragma once

#include <string>

#include "inkwell/database.h"

struct sqlite3;

namespace inkwell::database_sqlite {

/// SQLite's result codes in the SDK's words. `code` is an extended result code; `message` its text, which tells table
/// and column but never a value. Any thread.
DatabaseError::Kind errorKind(int code, const std::string& message);

/// Throws the DatabaseError for the connection's last failure, naming `doing`.
[[noreturn]] void throwLastError(sqlite3* db, const std::string& doing);

}  // namespace inkwell::database_sqlite
