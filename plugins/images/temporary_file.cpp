#include "temporary_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <vector>

#include "inkwell/crypto.h"
#include "inkwell/error.h"

namespace inkwell::images {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kPieceBytes = 64 * 1024;
constexpr int kRetryAfterSeconds = 5;
constexpr mode_t kMode = 0600;

Descriptor opened(const fs::path& path, int flags) {
    const int file = ::open(path.c_str(), flags | O_CLOEXEC, kMode);
    if (file < 0) throw std::system_error(errno, std::generic_category(), "'" + path.string() + "' cannot be opened");
    return Descriptor(file);
}

}  // namespace

Descriptor openForReading(const fs::path& path) { return opened(path, O_RDONLY); }

Descriptor createFile(const fs::path& path) { return opened(path, O_RDWR | O_CREAT | O_EXCL); }

Descriptor createUnnamed(const fs::path& folder) {
    Descriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, kMode));
    if (file) return file;
    // A file system that makes none.
    const fs::path path = folder / ("inkwell-image-" + randomToken(24));
    file = createFile(path);
    ::unlink(path.c_str());
    return file;
}

Descriptor openAgain(int file) { return openForReading("/proc/self/fd/" + std::to_string(file)); }

void writeAll(int file, std::string_view bytes, const char* what) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
            continue;
        }
        throw ApiError::unavailable("there is no room to make images at the moment; try again", kRetryAfterSeconds)
            .withLogText(std::string(what) + ": is the disk of images.cache_directory, or of temporary files, full?");
    }
}

void copyFile(int from, int to) {
    std::vector<char> piece(kPieceBytes);
    off_t at = 0;
    while (true) {
        const ssize_t got = ::pread(from, piece.data(), piece.size(), at);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw std::system_error(errno, std::generic_category(), "a finished image cannot be read");
        if (got == 0) return;
        writeAll(to, {piece.data(), static_cast<std::size_t>(got)}, "a finished image could not be written");
        at += got;
    }
}

}  // namespace inkwell::images
