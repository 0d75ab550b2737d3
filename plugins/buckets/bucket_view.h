#pragma once

#include "bucket_store.h"
#include "inkwell/json.h"

namespace inkwell::buckets {

/// Which keys the caller sees (interface/resources.md, "Buckets"): admins and developers both, but only the read key if
/// they may not publish, because the write key may (decision 0007); others none.
enum class ShownKeys { None, Read, Both };

/// The bucket in a response (interface/resources.md, "Buckets"). `thumbnail` is its value there.
JsonObject renderBucket(const BucketRecord& bucket, Json thumbnail, ShownKeys keys);

}  // namespace inkwell::buckets
