#pragma once

#include <memory>
#include <string>

#include "content_service.h"
#include "incoming_content.h"
#include "inkwell/identity.h"
#include "write_input.h"

namespace inkwell::media {

/// Files become media. Any thread. Throws ApiError for what the client must hear.
class UploadService {
public:
    UploadService(Services& services, ContentService& contents) : services_(services), contents_(contents) {}

    /// Before the bytes come: ApiError 403, or 400 for the problems and the folder of `fields` so far.
    void check(const Bucket& bucket, const Access& access, const UploadFields& fields) const;
    std::unique_ptr<IncomingContent> begin(const std::string& fileName, const std::string& declaredType) const;

    /// After the last byte: the record, as reads show it. ApiError 400 for what is wrong with `fields`.
    JsonObject create(const Bucket& bucket, const Access& access, IncomingContent& content, const UploadFields& fields);
    /// The same in the caller's unit of work, for a content that is finished and that the caller releases.
    StoredMedia insert(Sql& sql, const Bucket& bucket, const std::string& actor, const IncomingContent& content,
                       const UploadFields& fields);

    /// ApiError 404 when the bucket was deleted while the bytes came.
    void checkBucket(const Bucket& bucket) const;
    JsonObject render(const Bucket& bucket, const StoredMedia& media) const;

    const MediaSettings& settings() const noexcept { return contents_.settings(); }

private:
    Services& services_;
    ContentService& contents_;
};

}  // namespace inkwell::media
