#pragma once

#include <string>

namespace inkwell {

/// Guard: something of its own is stored in the bucket. Published by whoever stores what nothing else keeps in the
/// bucket, before it is stored: `buckets` then keeps the bucket until the transaction ends, and throws ApiError 404
/// where it is gone.
struct BucketFilling {
    static constexpr const char* kEventId = "bucket.filling";
    const std::string& bucketId;
    const std::string& slug;
};

}  // namespace inkwell
