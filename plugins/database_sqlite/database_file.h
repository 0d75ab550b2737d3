#pragma once

#include <cstdint>
#include <string>

namespace inkwell::database_sqlite {

// The file of the database, before SQLite opens it. Any thread.

/// Makes the file, and its folder with access for the owner only, if they are not there. Throws
/// DatabaseError::Unavailable, as does requireUsable() for a file that may not be read and written.
void createFile(const std::string& file);
void requireUsable(const std::string& file);

/// Which file a path names now.
struct FileNumber {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    bool operator==(const FileNumber&) const = default;
};
/// Throws DatabaseError::Unavailable without a file.
FileNumber numberOf(const std::string& file);

/// Follows the name of a file.
inline constexpr const char* kIsNotInPlace =
    "was removed or replaced while this server uses it: put it back, or stop the server";

/// Throws DatabaseError::Unavailable: "cannot open the database file 'x': " + `why`.
[[noreturn]] void refuseToOpen(const std::string& file, const std::string& why);

/// Of the disk that the file is on, or will be; 0 when that is not known.
std::uintmax_t freeBytes(const std::string& file);

/// "Permission denied", for an errno.
std::string reasonOf(int code);

}  // namespace inkwell::database_sqlite
