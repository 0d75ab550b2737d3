#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "inkwell/bucket_directory.h"
#include "inkwell/export.h"
#include "inkwell/json.h"

namespace inkwell {

/// Leads past everything of one kind, for who must see all of it once, such as an index that is made anew. Contributed
/// under its kind: "buckets", "objects", "media". Any thread; joins the caller's unit of work. Throws DatabaseError.
class INKWELL_API ContentWalk {
public:
    static constexpr const char* kContributionId = "inkwell.content-walk/1";
    virtual ~ContentWalk() = default;

    virtual std::string kind() const = 0;
    /// Up to `limit` ids above `after`, ascending; "" begins. Drafts are among them. `bucketId` is "" for buckets.
    virtual std::vector<std::string> idsAfter(const std::string& bucketId, const std::string& after,
                                              std::int64_t limit) = 0;
    /// Those of `ids` that exist, as reads show them, in no particular order. Nothing where another service answers
    /// that: BucketDirectory, ObjectCatalog.
    virtual std::vector<JsonObject> records(const Bucket& bucket, std::span<const std::string> ids) {
        (void)bucket;
        (void)ids;
        return {};
    }
};

}  // namespace inkwell
