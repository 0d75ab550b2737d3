#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>
#include <memory>
#include <optional>
#include <string_view>

#include "inkwell/media_store.h"

namespace inkwell::media_store_disk {

/// The error of a failed call on `path`, by its errno. Full: no space, quota, size limit. Unavailable: missing folder,
/// too many open files, unreachable network file system.
MediaStoreError fileError(const char* what, const std::filesystem::path& path, int error);

/// An open file; the destructor closes it. One thread. Methods throw fileError().
class File {
public:
    /// Throws NotFound when there is no such file.
    static File openToRead(const std::filesystem::path& path);
    /// The file must not exist yet; mode 0600.
    static File create(const std::filesystem::path& path);
    /// The file `from` under another name too, as young and with the mode as if it had been created; only to be read.
    /// Nothing where the system does not let us: on another file system, for example, or for a symbolic link.
    static std::optional<File> link(const std::filesystem::path& from, const std::filesystem::path& path);
    ~File();
    File(File&& other) noexcept;
    File& operator=(File&&) = delete;

    void append(std::string_view bytes);
    /// Asks the system to start writing appended bytes, so that synchronise() has less to wait for.
    void startWriting(std::int64_t offset, std::int64_t bytes) noexcept;
    void synchronise();
    /// Returns less than `bytes` only at the end of the file.
    std::size_t readAt(std::int64_t offset, char* to, std::size_t bytes) const;
    std::int64_t size() const;

private:
    File(int descriptor, std::filesystem::path path);

    int descriptor_;
    std::filesystem::path path_;
};

/// Creates `folder` and its parents with mode 0700, synchronised against power loss. Throws MediaStoreError.
void createFolder(const std::filesystem::path& folder);
/// Synchronises the names in `folder` against power loss. Throws MediaStoreError.
void synchroniseFolder(const std::filesystem::path& folder);

/// Streams this range of a file, which must not reach past its end.
std::unique_ptr<std::istream> streamOf(File file, std::int64_t offset, std::int64_t length);

}  // namespace inkwell::media_store_disk
