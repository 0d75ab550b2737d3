#pragma once

#include <string>

#include "inkwell/database.h"

struct sqlite3;

namespace inkwell::database_sqlite {

/// Translates SQLite's error codes. `code` is an extended result code; `message` is its text, which names table and
/// column but never a value. Any thread.
DatabaseError::Kind errorKind(int code, const std::string& message);

/// Whether the connection's last failure was that the write-ahead log may not grow: a quota, or a limit of the file's
/// size, which SQLite does not take for a full disk. Nothing of the write stays then.
bool isForWantOfRoom(sqlite3* db);

/// Throws DatabaseError for the connection's last failure; the message names `doing`.
[[noreturn]] void throwLastError(sqlite3* db, const std::string& doing);

}  // namespace inkwell::database_sqlite
