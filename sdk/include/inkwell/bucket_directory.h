#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/export.h"

namespace inkwell {

struct Bucket {
    std::string id;
    std::string slug;
    std::string title;
    std::string readKey;   // never log, never put into an error or an event
    std::string writeKey;  // as secret as readKey
    // The setting `read_key_reads_drafts`: the read key alone is enough for `status=any` (Access::mayReadDrafts).
    bool readKeyReadsDrafts = true;
};

/// Finds buckets by slug or id, from memory. Provided by `buckets`; the gatekeeper asks it for every request. Any
/// thread. The returned bucket is an immutable snapshot, valid while it is held.
class INKWELL_API BucketDirectory {
public:
    static constexpr const char* kServiceId = "inkwell.bucket-directory/1";
    virtual ~BucketDirectory() = default;

    /// Both return nullptr when there is no such bucket.
    virtual std::shared_ptr<const Bucket> findBySlug(std::string_view slug) = 0;
    virtual std::shared_ptr<const Bucket> findById(std::string_view id) = 0;

    /// For the command line (import, demo): creates a bucket with new keys. Joins the caller's unit of work. ApiError
    /// 400 for a malformed slug, 409 for a taken one. `ownerId` may be empty.
    virtual std::shared_ptr<const Bucket> create(const std::string& slug, const std::string& title,
                                                 const std::string& ownerId, bool readKeyReadsDrafts = true) = 0;
};

}  // namespace inkwell
