#include "source_copies.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "inkwell/error.h"

namespace inkwell::images {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kPieceBytes = 64 * 1024;
constexpr int kRetryAfterSeconds = 5;

ApiError noRoom(const char* what) {
    return ApiError::unavailable("there is no room to make images at the moment; try again", kRetryAfterSeconds)
        .withLogText(std::string(what) + ": is the disk of images.cache_directory, or of temporary files, full?");
}

void copyContent(const MediaContent& media, const fs::path& to) {
    const std::shared_ptr<std::istream> in = media.read(0, media.sizeBytes);
    std::ofstream out(to, std::ios::binary);
    std::vector<char> piece(kPieceBytes);
    std::int64_t copied = 0;
    while (in->read(piece.data(), static_cast<std::streamsize>(piece.size())), in->gcount() > 0) {
        out.write(piece.data(), in->gcount());
        copied += in->gcount();
    }
    out.close();
    if (!out) throw noRoom("a media file could not be copied for processing");
    if (copied == media.sizeBytes) return;
    throw ApiError::unavailable("the file could not be read to its end; try again", kRetryAfterSeconds)
        .withLogText("the media store gave " + std::to_string(copied) + " of the " + std::to_string(media.sizeBytes) +
                     " bytes of '" + media.name + "'");
}

Descriptor opened(const fs::path& path, int flags) {
    const int file = ::open(path.c_str(), flags | O_CLOEXEC, 0600);
    if (file < 0) throw std::system_error(errno, std::generic_category(), "'" + path.string() + "' cannot be opened");
    return Descriptor(file);
}

}  // namespace

TemporaryFile::~TemporaryFile() {
    std::error_code ignored;
    fs::remove(path_, ignored);
}

std::shared_ptr<const TemporaryFile> SourceCopies::get(const MediaContent& media) {
    std::shared_ptr<Copy> copy;
    std::shared_ptr<Copy> before;  // removed outside of the lock
    {
        const std::lock_guard lock(mutex_);
        std::erase_if(byDigest_, [](const auto& one) { return one.second.expired(); });
        copy = byDigest_[media.digest].lock();
        if (!copy) byDigest_[media.digest] = copy = std::make_shared<Copy>(makePath_());
        before = std::exchange(last_, copy);
    }
    const std::lock_guard lock(copy->mutex);
    if (!copy->isWhole) copyContent(media, copy->file.path());
    copy->isWhole = true;
    return {copy, &copy->file};
}

void SourceCopies::forget() {
    std::shared_ptr<Copy> before;
    const std::lock_guard lock(mutex_);
    before = std::move(last_);
}

Descriptor openForReading(const fs::path& path) { return opened(path, O_RDONLY); }

Descriptor createFile(const fs::path& path) { return opened(path, O_RDWR | O_CREAT | O_EXCL); }

void copyFile(int from, const fs::path& to) {
    std::ofstream out(to, std::ios::binary);
    std::vector<char> piece(kPieceBytes);
    off_t at = 0;
    while (true) {
        const ssize_t got = ::pread(from, piece.data(), piece.size(), at);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw std::system_error(errno, std::generic_category(), "a finished image cannot be read");
        if (got == 0) break;
        out.write(piece.data(), got);
        at += got;
    }
    out.close();
    if (!out) throw noRoom("a finished image could not be written");
}

}  // namespace inkwell::images
