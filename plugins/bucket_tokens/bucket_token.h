#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "inkwell/access.h"
#include "inkwell/events.h"

namespace inkwell::bucket_tokens {

/// A row of the table `bucket_tokens`. `rights.id` is the token's id.
struct BucketToken {
    std::string bucketId;
    std::string digest;  // never leaves the plugin
    std::string title;
    TokenRights rights;
    std::string createdBy;
    std::int64_t createdAtMs = 0;
    std::optional<std::int64_t> expiresAtMs;
    std::optional<std::int64_t> lastUsedAtMs;
};

/// Tells other servers to forget what they know of the bucket's tokens. change.kind is "bucket_token".
struct BucketTokenChanged {
    static constexpr const char* kEventId = "bucket-token.changed";
    Change change;
};

}  // namespace inkwell::bucket_tokens
