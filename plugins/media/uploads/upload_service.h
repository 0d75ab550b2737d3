#pragma once

#include <memory>
#include <string>

#include "contents/content_service.h"
#include "contents/incoming_content.h"
#include "inkwell/identity.h"
#include "inkwell/precondition.h"
#include "uploads/upload_form.h"

namespace inkwell::media {

inline constexpr const char* kNotCreated = "the media cannot be created";

/// Stores uploaded files as media. The caller has checked that the client may write media, before reading any file. Any
/// thread. Throws ApiError for the client.
class UploadService {
public:
    UploadService(Services& services, ContentService& contents) : services_(services), contents_(contents) {}

    /// Call before reading the bytes. Throws ApiError 400 for the folder and problems of `fields` so far.
    void check(const Bucket& bucket, const UploadFields& fields, const char* refusal = kNotCreated) const;
    /// The same for a body of so many bytes: ApiError 507 when the store has no room for it.
    void expect(std::int64_t bytes) const { contents_.expect(bytes); }
    std::unique_ptr<IncomingContent> begin(const std::string& fileName, const std::string& declaredType) const;

    /// Call after the last byte. Returns the record as reads show it. Throws ApiError 400 for problems of `fields`.
    JsonObject create(const Bucket& bucket, const std::string& actor, IncomingContent& content,
                      const UploadFields& fields);
    /// Puts `content` in the place of the file of a record, which keeps its id and gets a new name; what held the old
    /// one goes on showing the record. Of the form's fields those that came count. The old file is removed after the
    /// commit. Throws ApiError 404, VersionMismatch for a version that `ifMatch` does not accept.
    VersionedRecord replace(const Bucket& bucket, const Access& access, const std::string& id, IncomingContent& content,
                            const UploadForm& form, const std::optional<Precondition>& ifMatch);

    /// As create(), but in the caller's unit of work. `content` must be finished; the caller releases it.
    StoredMedia insert(Sql& sql, const Bucket& bucket, const std::string& actor, const IncomingContent& content,
                       const UploadFields& fields);

    /// In the caller's unit of work. Throws ApiError 404 when the bucket was deleted during the upload; otherwise it
    /// stays until the unit has ended.
    void keepBucket(const Bucket& bucket) const;
    JsonObject render(const Bucket& bucket, const StoredMedia& media) const;

    const MediaSettings& settings() const noexcept { return contents_.settings(); }

private:
    Services& services_;
    ContentService& contents_;
};

}  // namespace inkwell::media
