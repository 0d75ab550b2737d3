#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "contents/disk_room.h"

namespace inkwell::media {

// The status of ApiError while another request writes the upload.
inline constexpr int kLocked = 423;

/// The file of one resumable upload, locked for one writer among all threads and processes. One thread. Throws ApiError
/// 507 when the disk has no room for more, 503 for other system errors.
class StagedFile {
public:
    StagedFile(int descriptor, DiskRoom room) : descriptor_(descriptor), room_(std::move(room)) {}
    ~StagedFile();
    StagedFile(const StagedFile&) = delete;
    StagedFile& operator=(const StagedFile&) = delete;

    std::int64_t size() const;
    /// Cuts the file off at `bytes`; the next write appends there.
    void truncate(std::int64_t bytes);
    /// The same where nothing can be done about a failure.
    void cut(std::int64_t bytes) noexcept;
    void write(std::string_view bytes);
    /// When it returns, written bytes survive a power cut.
    void synchronise();

private:
    int descriptor_;
    DiskRoom room_;
    std::int64_t written_ = 0;         // where the next write appends
    std::int64_t startedWriting_ = 0;  // up to here the system has been asked to write to the disk
};

/// The folder of resumable uploads in progress. Any thread.
class Staging {
public:
    explicit Staging(std::filesystem::path folder, DiskRoom::Look look = DiskRoom::look)
        : folder_(std::move(folder)), room_(folder_, std::move(look)) {}

    /// Makes the folder, for the owner only. Throws std::runtime_error, naming it, when files cannot be written there.
    void prepare() const;
    /// Throws ApiError 423 while another request writes it. Nothing when it does not exist, unless `create`.
    std::unique_ptr<StagedFile> open(const std::string& id, bool create = false);
    bool has(const std::string& id) const;
    /// Throws ApiError 507 where the disk has no room for so many bytes.
    void requireRoom(std::int64_t bytes) const { room_.require(bytes); }
    std::filesystem::path pathOf(const std::string& id) const { return folder_ / id; }
    void remove(const std::string& id) noexcept;
    std::vector<std::string> list() const;

private:
    std::filesystem::path folder_;
    DiskRoom room_;
};

}  // namespace inkwell::media
