#include "tus/tus_staging.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>

#include "inkwell/error.h"
#include "inkwell/folder.h"
#include "inkwell/text.h"

namespace inkwell::media {

namespace fs = std::filesystem;

namespace {

constexpr mode_t kFileMode = 0600;
constexpr int kRetryAfterSeconds = 30;
constexpr std::int64_t kWriteAheadBytes = 8 * 1024 * 1024;

ApiError away(const std::string& why) {
    return ApiError::unavailable("resumable uploads cannot be kept now; try again later", kRetryAfterSeconds)
        .withLogText(why);
}

[[noreturn]] void fail(const char* what) {
    const int error = errno;
    const std::string text =
        std::string("a resumable upload cannot be ") + what + ": " + std::generic_category().message(error);
    if (error == ENOSPC || error == EDQUOT || error == EFBIG) throw noRoom().withLogText(text);
    throw away(text);
}

}  // namespace

StagedFile::~StagedFile() { ::close(descriptor_); }

std::int64_t StagedFile::size() const {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) fail("examined");
    return status.st_size;
}

void StagedFile::truncate(std::int64_t bytes) {
    if (::ftruncate(descriptor_, bytes) != 0 || ::lseek(descriptor_, bytes, SEEK_SET) < 0) fail("cut");
    written_ = startedWriting_ = bytes;
}

void StagedFile::cut(std::int64_t bytes) noexcept {
    if (::ftruncate(descriptor_, bytes) == 0) written_ = startedWriting_ = bytes;
}

void StagedFile::write(std::string_view bytes) {
    room_.take(static_cast<std::int64_t>(bytes.size()));
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) fail("written");
        bytes.remove_prefix(static_cast<std::size_t>(count));
        written_ += count;
    }
    if (written_ - startedWriting_ < kWriteAheadBytes) return;
    // The disk works while more bytes arrive, so that synchronise() has less to wait for.
    ::sync_file_range(descriptor_, startedWriting_, written_ - startedWriting_, SYNC_FILE_RANGE_WRITE);
    startedWriting_ = written_;
}

void StagedFile::synchronise() {
    if (::fdatasync(descriptor_) != 0) fail("synchronised");
}

void Staging::prepare() const {
    requireUsableFolder(folder_);
    if (fs::create_directories(folder_)) fs::permissions(folder_, fs::perms::owner_all);
}

std::unique_ptr<StagedFile> Staging::open(const std::string& id, bool create) {
    try {
        if (create) prepare();
    } catch (const std::runtime_error& error) {
        throw away(error.what());
    }
    const int descriptor = ::open(pathOf(id).c_str(), O_RDWR | O_CLOEXEC | (create ? O_CREAT : 0), kFileMode);
    if (descriptor < 0 && errno == ENOENT) return nullptr;
    if (descriptor < 0) fail("opened");
    auto file = std::make_unique<StagedFile>(descriptor, room_);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return file;
    if (errno != EWOULDBLOCK) fail("locked");
    throw ApiError(kLocked, "locked", "another request is writing the upload '" + id + "'; try again");
}

bool Staging::has(const std::string& id) const {
    std::error_code ignored;
    return fs::exists(pathOf(id), ignored);
}

void Staging::remove(const std::string& id) noexcept {
    std::error_code ignored;  // the sweep tries again
    fs::remove(pathOf(id), ignored);
}

std::vector<std::string> Staging::list() const {
    std::vector<std::string> ids;
    std::error_code missing;
    for (fs::directory_iterator entry(folder_, missing), end; !missing && entry != end; entry.increment(missing)) {
        const std::string name = entry->path().filename().string();
        if (isId(name)) ids.push_back(name);
    }
    return ids;
}

}  // namespace inkwell::media
