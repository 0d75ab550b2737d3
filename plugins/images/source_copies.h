#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "descriptor.h"
#include "inkwell/media_library.h"

namespace inkwell::images {

/// Deletes the file at `path`, if there is one, when the object is destroyed.
class TemporaryFile {
public:
    explicit TemporaryFile(std::filesystem::path path) : path_(std::move(path)) {}
    ~TemporaryFile();
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

/// Local copies of contents whose store keeps no file on this machine. All requests for one content share a copy; the
/// last one used is kept as well. Any thread.
class SourceCopies {
public:
    /// `makePath` returns the path of a file that does not exist.
    explicit SourceCopies(std::function<std::filesystem::path()> makePath) : makePath_(std::move(makePath)) {}

    /// A copy that exists while it is held. Waits while another thread copies the same content. Throws what reading the
    /// content throws, and std::runtime_error when the disk is full.
    std::shared_ptr<const TemporaryFile> get(const MediaContent& media);
    /// Drops the kept copy; copies in use stay.
    void forget();

private:
    struct Copy {
        explicit Copy(std::filesystem::path path) : file(std::move(path)) {}
        std::mutex mutex;
        TemporaryFile file;
        bool isWhole = false;
    };

    const std::function<std::filesystem::path()> makePath_;
    std::mutex mutex_;
    std::map<std::string, std::weak_ptr<Copy>> byDigest_;
    std::shared_ptr<Copy> last_;
};

/// Throw std::system_error.
Descriptor openForReading(const std::filesystem::path& path);
Descriptor createFile(const std::filesystem::path& path);
/// Copies all bytes of the open file `from` into the new file `to`.
void copyFile(int from, const std::filesystem::path& to);

}  // namespace inkwell::images
