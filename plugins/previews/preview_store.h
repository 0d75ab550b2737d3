#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "inkwell/services.h"

namespace inkwell::previews {

/// A row of the table `previews_tokens`.
struct PreviewToken {
    std::string digest;
    std::string bucketId;
    std::string objectId;
    std::string createdBy;  // Access::actor
    std::int64_t createdAtMs = 0;
    std::int64_t expiresAtMs = 0;
    std::string keyDigest;  // of the write key that made it, "" where none did or it is not known
};

/// The SQL of preview tokens. Every method joins the caller's unit of work. Any thread. Throws DatabaseError.
class PreviewStore {
public:
    explicit PreviewStore(Services& services) : services_(services) {}

    /// One that has not expired.
    std::optional<PreviewToken> find(const std::string& digest, std::int64_t nowMs);
    /// Those of an object that have not expired, the newest first.
    std::vector<PreviewToken> listOfObject(const std::string& bucketId, const std::string& objectId,
                                           std::int64_t nowMs);
    void insert(const PreviewToken& token);
    void remove(const std::string& digest);
    /// Removes the oldest of an object, so that at most `most` stay.
    void removeOldest(const std::string& bucketId, const std::string& objectId, std::int64_t most);
    void removeOfObject(const std::string& bucketId, const std::string& objectId);
    void removeOfMaker(const std::string& bucketId, const std::string& maker);
    void removeOfBucket(const std::string& bucketId);
    void removeExpired(std::int64_t nowMs);

private:
    void execute(std::string_view statement, const SqlParams& params);

    Services& services_;
};

}  // namespace inkwell::previews
