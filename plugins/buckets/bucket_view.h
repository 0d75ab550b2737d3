#pragma once

#include "bucket_store.h"
#include "inkwell/json.h"

namespace inkwell::buckets {

/// Which keys the caller sees (where-silent.md, "Users"): admins and developers of the bucket both of them, but who may
/// not publish not the write key, which may (decision 0007); others none.
enum class ShownKeys { None, Read, Both };

/// The bucket of an answer (specification, "Bucket"). `thumbnail` is what reads show for it.
JsonObject renderBucket(const BucketRecord& bucket, Json thumbnail, ShownKeys keys);

}  // namespace inkwell::buckets
