#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "inkwell/access.h"
#include "inkwell/export.h"

namespace inkwell {

/// The tokens of buckets (interface/bucket-tokens.md): keys with permissions and an expiry. Provided by
/// `bucket_tokens`; the gatekeeper asks it for every request that comes with one. Any thread.
class INKWELL_API BucketTokens {
public:
    static constexpr const char* kServiceId = "inkwell.bucket-tokens/1";
    /// What every token begins with, and nothing else that is a secret.
    static constexpr std::string_view kPrefix = "bt_";
    virtual ~BucketTokens() = default;

    /// What the token allows in the bucket now, which is never more than the role of who made it. Nothing when it is
    /// unknown, expired, revoked, of another bucket, or its maker has no role there any more. Throws ApiError 503 while
    /// roles cannot be looked up.
    virtual std::optional<Access> admit(const Bucket& bucket, std::string_view token) = 0;
    /// The id of the bucket whose token this is; "" when it is unknown, expired or revoked.
    virtual std::string bucketOf(std::string_view token) = 0;
    /// Whether admit() still would, for who holds what it returned: Access::tokenId.
    virtual bool isValid(const std::string& bucketId, const std::string& tokenId) = 0;
    /// The same, and that it would read drafts.
    virtual bool readsDrafts(const std::string& bucketId, const std::string& tokenId) = 0;
};

}  // namespace inkwell
