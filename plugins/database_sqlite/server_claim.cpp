#include "server_claim.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "database_file.h"
#include "inkwell/database.h"
#include "inkwell/folder.h"

namespace inkwell::database_sqlite {

namespace {

namespace fs = std::filesystem;

// Far behind the bytes that SQLite locks (its "pending byte" at 1 GiB and 511 more); no file is as long.
constexpr off_t kServerByte = off_t{1} << 62;
constexpr off_t kRestoreByte = kServerByte + 1;  // of a restore beside the server's, so that its claim is told apart

/// Where a path with links leads.
std::string otherNameOf(const std::string& file) {
    std::error_code error;
    const fs::path real = fs::canonical(file, error);
    return error || real == fs::absolute(file).lexically_normal() ? "" : " (as '" + real.string() + "')";
}

struct flock lockOf(off_t from, off_t to) {
    struct flock range {};
    range.l_type = F_WRLCK;
    range.l_whence = SEEK_SET;
    range.l_start = from;
    range.l_len = to - from + 1;
    return range;
}

/// Held by the open file, not by the process: SQLite's own locks come and go beside it.
class Lock {
public:
    Lock(const std::string& file, off_t lastByte) : descriptor_(::open(file.c_str(), O_RDWR | O_CLOEXEC)) {
        if (descriptor_ < 0) refuseToOpen(file, reasonOf(errno));
        struct flock wanted = lockOf(kServerByte, lastByte);
        if (::fcntl(descriptor_, F_OFD_SETLK, &wanted) == 0) return;
        const int code = errno;
        struct flock restore = lockOf(kRestoreByte, kRestoreByte);
        const bool isRestored = ::fcntl(descriptor_, F_OFD_GETLK, &restore) == 0 && restore.l_type != F_UNLCK;
        ::close(descriptor_);
        if (code != EAGAIN && code != EACCES) refuseToOpen(file, "it cannot be locked: " + reasonOf(code));
        if (isRestored) {
            refuseToOpen(file, "a restore is putting a backup in its place" + otherNameOf(file) +
                                   ": try again when inkwell-restore has ended");
        }
        refuseToOpen(file, "another server is using it" + otherNameOf(file) +
                               "; an SQLite file is for one server: stop that one first");
    }
    ~Lock() { ::close(descriptor_); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

private:
    int descriptor_;
};

}  // namespace

void ServerClaim::check() {
    std::error_code error;
    try {
        if (fs::exists(file_, error)) return requireUsable(file_);
        requireUsableFolder(fs::absolute(file_).parent_path());
    } catch (const std::exception& reason) {
        refuseToOpen(file_, reason.what());
    }
}

bool ServerClaim::hasDatabase() {
    std::error_code error;
    return fs::exists(file_, error);
}

void ServerClaim::prepareFile() {
    try {
        createFile(file_);
        requireUsable(file_);
    } catch (const DatabaseError& reason) {
        refuseToOpen(file_, reason.what());
    }
}

std::shared_ptr<void> ServerClaim::claim() {
    prepareFile();
    return std::make_shared<Lock>(file_, kServerByte);
}

std::shared_ptr<void> ServerClaim::claimForRestore() {
    prepareFile();
    return std::make_shared<Lock>(file_, kRestoreByte);
}

}  // namespace inkwell::database_sqlite
