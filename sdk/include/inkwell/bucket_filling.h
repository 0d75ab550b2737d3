#pragma once

#include <string>

#include "inkwell/events.h"

namespace inkwell {

/// Guard: something of its own is stored in the bucket. Published by whoever stores what nothing else keeps in the
/// bucket, before it is stored: `buckets` then keeps the bucket until the transaction ends, and throws ApiError 404
/// where it is gone.
struct BucketFilling {
    static constexpr const char* kEventId = "bucket.filling";
    const std::string& bucketId;
    const std::string& slug;
    /// Others who fill the bucket wait until the transaction ends. For what is looked up first and must still hold
    /// then: how many there are, that a type exists. As the first statement, so that what is read afterwards is not
    /// older.
    bool alone = false;
};

/// Publishes it, inside Database::write. `bucketSlug` is for the refusal. Throws ApiError 404.
inline void keepBucket(Events& events, const std::string& bucketId, const std::string& bucketSlug) {
    BucketFilling filling{bucketId, bucketSlug};
    events.guard(filling);
}

/// Publishes it with `alone`, inside Database::write. `bucketSlug` is for the refusal. Throws ApiError 404.
inline void fillAlone(Events& events, const std::string& bucketId, const std::string& bucketSlug) {
    BucketFilling filling{bucketId, bucketSlug, true};
    events.guard(filling);
}

}  // namespace inkwell
