#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "inkwell/database.h"
#include "inkwell/json.h"

namespace inkwell::media {

/// One row of media_uploads.
struct StoredUpload {
    std::string id;
    std::string bucketId;
    std::string bucketSlug;
    std::int64_t totalBytes = 0;
    std::int64_t receivedBytes = 0;
    std::string originalName;
    std::string contentType;
    std::string folder;
    JsonObject metadata;
    std::string givenMetadata;  // Upload-Metadata of the creation
    bool triggerWebhook = false;
    std::string actor;
    std::string mediaId;  // "" until it has become media
    std::int64_t expiresAtMs = 0;

    bool isComplete() const noexcept { return receivedBytes == totalBytes; }
};

/// The SQL of the table media_uploads. Made for one unit of work, on its thread. Methods throw DatabaseError.
class TusStore {
public:
    explicit TusStore(Sql& sql) : sql_(sql) {}

    void insert(const StoredUpload& upload);
    std::optional<StoredUpload> find(const std::string& id);
    /// Locks the row until the unit of work ends.
    std::optional<StoredUpload> findForUpdate(const std::string& id);
    /// receivedBytes and expiresAtMs. False, and nothing, when the row is gone.
    bool updateProgress(const StoredUpload& upload);
    void complete(const std::string& id, const std::string& mediaId);
    void remove(const std::string& id);
    void removeOfBucket(const std::string& bucketId);

    std::vector<std::string> findExpired(std::int64_t nowMs);
    /// Uploads that are complete but have not become media, in the order of their ids; those behind `after`.
    std::vector<StoredUpload> findUnfinished(const std::string& after, std::int64_t limit);

private:
    Sql& sql_;
};

}  // namespace inkwell::media
