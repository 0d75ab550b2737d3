#pragma once

#include "inkwell/bucket_directory.h"
#include "inkwell/export.h"

namespace inkwell {

/// Settings of buckets that are asked for too seldom to stand in every Bucket. Provided by `buckets`. Any thread; joins
/// the caller's unit of work.
class INKWELL_API BucketSettings {
public:
    static constexpr const char* kServiceId = "inkwell.bucket-settings/1";
    virtual ~BucketSettings() = default;

    /// The setting `trash_on_delete`: what the write key deletes goes to the trash too. False without the bucket.
    virtual bool trashOnDelete(const Bucket& bucket) = 0;
};

}  // namespace inkwell
