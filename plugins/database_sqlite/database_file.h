#pragma once

#include <string>

namespace inkwell::database_sqlite {

// The file of the database, before SQLite opens it. Any thread.

/// Makes the file, and its folder with access for the owner only, if they are not there. Throws
/// DatabaseError::Unavailable, as does requireUsable() for a file that may not be read and written.
void createFile(const std::string& file);
void requireUsable(const std::string& file);

/// Throws DatabaseError::Unavailable: "cannot open the database file 'x': " + `why`.
[[noreturn]] void refuseToOpen(const std::string& file, const std::string& why);

/// "Permission denied", for an errno.
std::string reasonOf(int code);

}  // namespace inkwell::database_sqlite
