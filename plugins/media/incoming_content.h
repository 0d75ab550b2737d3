#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "content_hash.h"
#include "content_service.h"
#include "content_store.h"

namespace inkwell::media {

/// One file on its way from a client into the store: counted, hashed and written as it comes, its type told from its
/// first bytes. Unless release() is called it leaves nothing behind. One thread. Throws ApiError for what the client
/// must hear.
class IncomingContent {
public:
    /// `declaredType` counts only where neither bytes nor name tell. ApiError 400 for a name that is no name.
    IncomingContent(ContentService& contents, std::string originalName, std::string declaredType);
    ~IncomingContent();
    IncomingContent(const IncomingContent&) = delete;
    IncomingContent& operator=(const IncomingContent&) = delete;

    /// ApiError 413 over the limit, 507 when the store is full.
    void write(std::string_view bytes);
    /// After the last byte: the store has the content in full and durably.
    void finish();

    /// Inside the unit of work that makes the record. ApiError 503 when the sweep was faster.
    void keep(Sql& sql) const;
    /// After that unit of work: the content is a record's.
    void release() noexcept { location_.clear(); }

    // Known after finish().
    const std::string& name() const noexcept { return name_; }
    const std::string& originalName() const noexcept { return originalName_; }
    const std::string& contentType() const noexcept { return contentType_; }
    const std::string& location() const noexcept { return location_; }
    std::int64_t sizeBytes() const noexcept { return sizeBytes_; }

private:
    void begin();
    void store(std::string_view bytes);

    ContentService& contents_;
    std::string name_;
    std::string originalName_;
    std::string contentType_;  // the declared one until the first bytes are there
    std::string head_;         // the first bytes, until the type is told
    std::string location_;
    std::string digest_;
    std::int64_t sizeBytes_ = 0;
    ContentHash hash_;
    std::unique_ptr<MediaWriter> writer_;
    bool committed_ = false;
    std::chrono::steady_clock::time_point lastSign_;
};

}  // namespace inkwell::media
