#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "contents/content_hash.h"
#include "contents/content_service.h"
#include "contents/content_store.h"

namespace inkwell::media {

/// A file on its way from a client to the store: counted, hashed and written as it arrives; its type is detected from
/// the first bytes. Unless release() is called, the destructor removes everything. One thread. Throws ApiError for the
/// client.
class IncomingContent {
public:
    /// `declaredType` is a fallback for bytes and name. Throws ApiError 400 for an invalid name.
    IncomingContent(ContentService& contents, std::string originalName, std::string declaredType);
    ~IncomingContent();
    IncomingContent(const IncomingContent&) = delete;
    IncomingContent& operator=(const IncomingContent&) = delete;

    /// Throws ApiError 413 beyond the size limit, 507 when the store has no room.
    void write(std::string_view bytes);
    /// Instead of write(), once: all bytes are in `file`, which nobody changes any more and the caller removes after
    /// release(). A store that can takes it over, so that the bytes are only read; and not even that when their
    /// `digest`, what ContentHash makes of them, is known. "" if it is not.
    void take(const std::filesystem::path& file, std::string digest);
    /// Call after the last byte. Returns when the store has the whole content durably.
    void finish();

    /// Inside the unit of work that inserts the record. Throws ApiError 503 when the sweep was faster.
    void keep(Sql& sql) const;
    /// Call after that unit of work: the content now belongs to a record.
    void release() noexcept { location_.clear(); }

    // Valid after finish().
    const std::string& name() const noexcept { return name_; }
    const std::string& originalName() const noexcept { return originalName_; }
    const std::string& contentType() const noexcept { return contentType_; }
    const std::string& location() const noexcept { return location_; }
    std::int64_t sizeBytes() const noexcept { return sizeBytes_; }

private:
    void count(std::int64_t bytes);
    void begin();
    void store(std::string_view bytes);

    ContentService& contents_;
    std::string name_;
    std::string originalName_;
    std::string contentType_;     // the declared one until the first bytes arrive
    std::string head_;            // the first bytes, until the type is known
    std::filesystem::path file_;  // with all bytes, or ""
    std::string location_;
    std::string digest_;
    std::int64_t sizeBytes_ = 0;
    ContentHash hash_;
    std::unique_ptr<MediaWriter> writer_;
    std::optional<DiskRoom> room_;  // of what is written to a disk of this machine
    bool adopted_ = false;          // the store has taken file_ over
    bool committed_ = false;
    std::chrono::steady_clock::time_point lastSign_;
};

}  // namespace inkwell::media
