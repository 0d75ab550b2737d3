#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/api.h"

namespace inkwell {

struct Bucket {
    std::string id;
    std::string slug;
    std::string title;
    std::string readKey;   // never log, never put into an error or an event
    std::string writeKey;  // likewise
};

/// Slug or id -> bucket, answered from memory. Provided by `buckets`; the gatekeeper asks it for every request.
/// Any thread. What is returned is a snapshot that stays valid as long as it is held.
class INKWELL_API BucketDirectory {
public:
    static constexpr const char* kServiceId = "inkwell.bucket-directory/1";
    virtual ~BucketDirectory() = default;

    /// nullptr when there is none.
    virtual std::shared_ptr<const Bucket> findBySlug(std::string_view slug) = 0;
    virtual std::shared_ptr<const Bucket> findById(std::string_view id) = 0;

    /// For the command line (import, demo): a bucket with fresh keys. Joins the caller's unit of work.
    /// ApiError 400 for a malformed slug, 409 for a taken one. `ownerId` may be empty.
    virtual std::shared_ptr<const Bucket> create(const std::string& slug, const std::string& title,
                                                 const std::string& ownerId) = 0;
};

}  // namespace inkwell
