#pragma once

#include "inkwell/content_walk.h"
#include "inkwell/services.h"

namespace inkwell::buckets {

/// Leads past all buckets. Any thread; joins the caller's unit of work. Throws DatabaseError.
class BucketWalk : public ContentWalk {
public:
    explicit BucketWalk(Services& services) : services_(services) {}
    std::string kind() const override { return "buckets"; }
    std::vector<std::string> idsAfter(const std::string& bucketId, const std::string& after,
                                      std::int64_t limit) override;

private:
    Services& services_;
};

}  // namespace inkwell::buckets
