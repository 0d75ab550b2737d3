#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bucket_token.h"
#include "inkwell/services.h"

namespace inkwell::bucket_tokens {

/// The SQL of the table `bucket_tokens`. Every method joins the caller's unit of work. Any thread. Throws
/// DatabaseError.
class TokenStore {
public:
    explicit TokenStore(Services& services) : services_(services) {}

    std::optional<BucketToken> findByDigest(const std::string& digest);
    std::optional<BucketToken> find(const std::string& bucketId, const std::string& id);
    /// Newest first.
    std::vector<BucketToken> list(const std::string& bucketId);
    std::int64_t count(const std::string& bucketId);
    void insert(const BucketToken& token);
    /// Writes what an edit changes: title, rights and expiry.
    void update(const BucketToken& token);
    /// Returns false when the bucket has no such token, or no longer.
    bool remove(const std::string& bucketId, const std::string& id);
    void removeOfBucket(const std::string& bucketId);
    /// When tokens were used, by id. A time never goes back.
    void setUsed(const std::map<std::string, std::int64_t>& times);

private:
    Services& services_;
};

}  // namespace inkwell::bucket_tokens
