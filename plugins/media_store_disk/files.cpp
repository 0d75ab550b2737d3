#include "files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <streambuf>

namespace inkwell::media_store_disk {

namespace fs = std::filesystem;
using Kind = MediaStoreError::Kind;

namespace {

constexpr mode_t kFileMode = 0600;
constexpr mode_t kFolderMode = 0700;
constexpr std::size_t kReadBufferBytes = 64 * 1024;

Kind kindOf(int error) {
    switch (error) {
        case ENOSPC:
        case EDQUOT:
        case EFBIG:
            return Kind::Full;
        case ENOENT:
        case EMFILE:
        case ENFILE:
        case ENOMEM:
        case ESTALE:
        case ETIMEDOUT:
            return Kind::Unavailable;
        default:
            return Kind::Other;
    }
}

class FileBuffer : public std::streambuf {
public:
    FileBuffer(File file, std::int64_t offset, std::int64_t length)
        : file_(std::move(file)), offset_(offset), left_(length) {}

protected:
    int_type underflow() override {
        const std::size_t got = fill(buffer_.data(), buffer_.size());
        setg(buffer_.data(), buffer_.data(), buffer_.data() + got);
        return got == 0 ? traits_type::eof() : traits_type::to_int_type(buffer_[0]);
    }

    // Large reads go past the buffer.
    std::streamsize xsgetn(char* to, std::streamsize count) override {
        std::streamsize done = std::min<std::streamsize>(count, egptr() - gptr());
        std::copy_n(gptr(), done, to);
        setg(eback(), gptr() + done, egptr());
        while (done < count) {
            if (count - done < static_cast<std::streamsize>(buffer_.size())) {
                return done + std::streambuf::xsgetn(to + done, count - done);
            }
            const std::size_t got = fill(to + done, static_cast<std::size_t>(count - done));
            if (got == 0) break;
            done += static_cast<std::streamsize>(got);
        }
        return done;
    }

private:
    std::size_t fill(char* to, std::size_t room) {
        const auto wanted = static_cast<std::size_t>(std::min(left_, static_cast<std::int64_t>(room)));
        if (wanted == 0) return 0;
        const std::size_t got = file_.readAt(offset_, to, wanted);
        // Thrown out of a stream buffer, this sets the stream's badbit.
        if (got < wanted) throw MediaStoreError(Kind::Other, "a file of the media store has become shorter");
        offset_ += static_cast<std::int64_t>(got);
        left_ -= static_cast<std::int64_t>(got);
        return got;
    }

    File file_;
    std::int64_t offset_;
    std::int64_t left_;
    std::array<char, kReadBufferBytes> buffer_;
};

class FileStream : public std::istream {
public:
    FileStream(File file, std::int64_t offset, std::int64_t length)
        : std::istream(nullptr), buffer_(std::move(file), offset, length) {
        rdbuf(&buffer_);
    }

private:
    FileBuffer buffer_;
};

}  // namespace

MediaStoreError fileError(const char* what, const fs::path& path, int error) {
    return {kindOf(error), std::string("cannot ") + what + " '" + path.string() + "': " + std::strerror(error)};
}

File::File(int descriptor, fs::path path) : descriptor_(descriptor), path_(std::move(path)) {}

File::File(File&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)), path_(std::move(other.path_)) {}

File::~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

File File::openToRead(const fs::path& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor >= 0) return {descriptor, path};
    if (errno == ENOENT) throw MediaStoreError(Kind::NotFound, "'" + path.string() + "' does not exist");
    throw fileError("read", path, errno);
}

File File::create(const fs::path& path) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kFileMode);
    if (descriptor < 0) throw fileError("create", path, errno);
    return {descriptor, path};
}

std::optional<File> File::link(const fs::path& from, const fs::path& path) {
    if (::link(from.c_str(), path.c_str()) != 0) return std::nullopt;
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor >= 0) {
        File file(descriptor, path);
        if (::fchmod(descriptor, kFileMode) == 0 && ::futimens(descriptor, nullptr) == 0) return file;
    }
    ::unlink(path.c_str());
    return std::nullopt;
}

void File::append(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) throw fileError("write", path_, errno);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

void File::startWriting(std::int64_t offset, std::int64_t bytes) noexcept {
    ::sync_file_range(descriptor_, offset, bytes, SYNC_FILE_RANGE_WRITE);
}

void File::synchronise() {
    if (::fsync(descriptor_) != 0) throw fileError("synchronise", path_, errno);
}

std::size_t File::readAt(std::int64_t offset, char* to, std::size_t bytes) const {
    std::size_t done = 0;
    while (done < bytes) {
        const ssize_t got = ::pread(descriptor_, to + done, bytes - done, offset + static_cast<std::int64_t>(done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw fileError("read", path_, errno);
        if (got == 0) break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

std::int64_t File::size() const {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) throw fileError("read", path_, errno);
    return status.st_size;
}

void createFolder(const fs::path& folder) {
    if (::mkdir(folder.c_str(), kFolderMode) == 0) return synchroniseFolder(folder.parent_path());
    if (errno == EEXIST) {
        std::error_code ignored;
        if (fs::is_directory(folder, ignored)) return;
        throw MediaStoreError(Kind::Other, "'" + folder.string() + "' is not a folder");
    }
    if (errno != ENOENT || folder == folder.parent_path()) throw fileError("create", folder, errno);
    createFolder(folder.parent_path());
    createFolder(folder);
}

void synchroniseFolder(const fs::path& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) throw fileError("open", folder, errno);
    const int error = ::fsync(descriptor) == 0 ? 0 : errno;
    ::close(descriptor);
    // EINVAL: a file system that keeps names by itself.
    if (error != 0 && error != EINVAL) throw fileError("synchronise", folder, error);
}

std::unique_ptr<std::istream> streamOf(File file, std::int64_t offset, std::int64_t length) {
    return std::make_unique<FileStream>(std::move(file), offset, length);
}

}  // namespace inkwell::media_store_disk
