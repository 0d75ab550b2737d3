#include "database_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "inkwell/database.h"

namespace inkwell::database_sqlite {

namespace {

using Kind = DatabaseError::Kind;

void createFolder(const std::filesystem::path& folder) {
    if (folder.empty() || std::filesystem::exists(folder)) return;
    createFolder(folder.parent_path());
    // Not create_directories: its folders would be open to others until their mode is set.
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) {
        throw DatabaseError(Kind::Unavailable,
                            "cannot create the folder '" + folder.string() + "': " + reasonOf(errno));
    }
}

// SQLite would create it readable for others; the files beside it take over its mode. An existing file is never opened
// here: closing it again would drop every lock that this process's sessions hold on it (fcntl(2)), and the next process
// to close the database would remove the write-ahead log under them.
void createEmpty(const std::string& file) {
    const int descriptor = ::open(file.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor < 0 && errno != EEXIST) throw DatabaseError(Kind::Unavailable, reasonOf(errno));
    if (descriptor >= 0) ::close(descriptor);
}

}  // namespace

std::string reasonOf(int code) { return std::error_code(code, std::generic_category()).message(); }

void createFile(const std::string& file) {
    createFolder(std::filesystem::path(file).parent_path());
    createEmpty(file);
}

// The driver tries again for a minute, and then has no reason to give.
void requireUsable(const std::string& file) {
    std::error_code error;
    if (std::filesystem::is_directory(file, error)) throw DatabaseError(Kind::Unavailable, "it is a folder");
    if (::access(file.c_str(), R_OK | W_OK) != 0) throw DatabaseError(Kind::Unavailable, reasonOf(errno));
}

FileNumber numberOf(const std::string& file) {
    struct stat found {};
    if (::stat(file.c_str(), &found) != 0) throw DatabaseError(Kind::Unavailable, reasonOf(errno));
    return {found.st_dev, found.st_ino};
}

std::uintmax_t freeBytes(const std::string& file) {
    std::filesystem::path there = std::filesystem::absolute(file);
    while (!std::filesystem::exists(there) && there.has_relative_path()) there = there.parent_path();
    std::error_code error;
    const std::filesystem::space_info space = std::filesystem::space(there, error);
    return error ? 0 : space.available;
}

void refuseToOpen(const std::string& file, const std::string& why) {
    throw DatabaseError(Kind::Unavailable, "cannot open the database file '" + file + "': " + why);
}

}  // namespace inkwell::database_sqlite
