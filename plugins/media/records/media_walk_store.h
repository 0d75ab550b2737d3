#pragma once

#include "contents/content_service.h"
#include "inkwell/content_walk.h"
#include "inkwell/services.h"

namespace inkwell::media {

/// Leads past all media records of a bucket. Any thread; joins the caller's unit of work. Throws DatabaseError.
class MediaWalk : public ContentWalk {
public:
    MediaWalk(Services& services, ContentService& contents) : services_(services), contents_(contents) {}
    std::string kind() const override { return "media"; }
    std::vector<std::string> idsAfter(const std::string& bucketId, const std::string& after,
                                      std::int64_t limit) override;
    std::vector<JsonObject> records(const Bucket& bucket, std::span<const std::string> ids) override;

private:
    Services& services_;
    ContentService& contents_;
};

}  // namespace inkwell::media
