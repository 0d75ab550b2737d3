#pragma once

#include <optional>
#include <string>
#include <vector>

#include "inkwell/object_catalog.h"
#include "inkwell/personal_records.h"
#include "preview_store.h"

namespace inkwell::previews {

/// Use cases of previews (interface/drafts-and-revisions.md, "Previews"). Any thread, only after start(). Throws
/// ApiError for the client.
class PreviewService : public PersonalRecords {
public:
    static constexpr std::int64_t kMaxOfObject = 50;

    /// The services must outlive it.
    explicit PreviewService(Services& services) : services_(services), store_(services) {}

    struct Made {
        std::string token;  // is told once
        std::string url;    // "": the object's type has no preview link
        std::int64_t expiresAtMs = 0;
    };
    /// Throws 404 when there is no such object.
    Made make(const Bucket& bucket, const Access& access, const std::string& objectId, std::int64_t seconds);
    /// The object of a token as drafts are shown. Throws 404 for a token that is unknown or expired, or whose maker has
    /// left the bucket, reads drafts no more, being a token itself, or was a write key that is no longer the bucket's.
    RenderedObjects show(const Bucket& bucket, const std::string& token, RenderOptions options);

    /// What is told of a token that was made before.
    struct Listed {
        std::string id;         // the beginning of its digest
        std::string createdBy;  // Access::actor
        std::int64_t createdAtMs = 0;
        std::int64_t expiresAtMs = 0;
    };
    /// Those that open the object now, the newest first. Throws 404 when there is no such object.
    std::vector<Listed> list(const Bucket& bucket, const std::string& objectId);
    /// Throws 404 when the object has none of this id.
    void revoke(const Bucket& bucket, const std::string& objectId, const std::string& id);

    void removeOfObject(const std::string& bucketId, const std::string& objectId) override;
    void removeOfPerson(const std::string& bucketId, const std::string& userId) override;
    void removeOfBucket(const std::string& bucketId) override { store_.removeOfBucket(bucketId); }
    /// A job.
    void removeExpired();

private:
    std::vector<PreviewToken> openingNow(const Bucket& bucket, const std::string& objectId);
    bool isMakerThere(const Bucket& bucket, const PreviewToken& token);

    Services& services_;
    PreviewStore store_;
};

}  // namespace inkwell::previews
