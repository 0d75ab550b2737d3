#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>
#include <memory>
#include <string_view>

#include "inkwell/media_store.h"

namespace inkwell::media_store_disk {

/// The error of a failed call on `path`, from its errno: no space, quota and size limits are Full; a folder that has
/// gone, too many open files and an absent server of the file system are Unavailable.
MediaStoreError fileError(const char* what, const std::filesystem::path& path, int error);

/// An open file; closed with the object. One thread. Throws what fileError makes.
class File {
public:
    /// Throws NotFound for a file that is not there.
    static File openToRead(const std::filesystem::path& path);
    /// Must not exist yet; mode 0600.
    static File create(const std::filesystem::path& path);
    ~File();
    File(File&& other) noexcept;
    File& operator=(File&&) = delete;

    void append(std::string_view bytes);
    /// Asks the system to begin writing what was appended, so that synchronise() has less left to wait for.
    void startWriting(std::int64_t offset, std::int64_t bytes) noexcept;
    void synchronise();
    /// Fewer than asked for at the end of the file only.
    std::size_t readAt(std::int64_t offset, char* to, std::size_t bytes) const;
    std::int64_t size() const;

private:
    File(int descriptor, std::filesystem::path path);

    int descriptor_;
    std::filesystem::path path_;
};

/// Creates `folder` and those above it, mode 0700, so that they survive a loss of power. Throws MediaStoreError.
void createFolder(const std::filesystem::path& folder);
/// Makes the names in `folder` survive a loss of power. Throws MediaStoreError.
void synchroniseFolder(const std::filesystem::path& folder);

/// Reads that part of a file, which must not lie past its end.
std::unique_ptr<std::istream> streamOf(File file, std::int64_t offset, std::int64_t length);

}  // namespace inkwell::media_store_disk
