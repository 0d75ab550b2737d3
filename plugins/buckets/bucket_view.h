#pragma once

#include "bucket_store.h"
#include "inkwell/json.h"

namespace inkwell::buckets {

/// The bucket of an answer (specification, "Bucket"). `thumbnail` is what reads show for it. `showKeys` adds
/// `api_access`: for admins and developers of the bucket only (where-silent.md, "Users").
JsonObject renderBucket(const BucketRecord& bucket, Json thumbnail, bool showKeys);

}  // namespace inkwell::buckets
