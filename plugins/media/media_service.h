#pragma once

#include <string>

#include "content_service.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/identity.h"
#include "inkwell/list_params.h"
#include "inkwell/list_query.h"
#include "inkwell/media_library.h"
#include "inkwell/services.h"
#include "media_store.h"
#include "write_input.h"

namespace inkwell::media {

/// The use cases of media records, and the plugin's service for other plugins. Any thread; each method is one unit of
/// work. Throws ApiError for what the client must hear.
class MediaService : public MediaLibrary {
public:
    MediaService(Services& services, ContentService& contents) : services_(services), contents_(contents) {}

    struct List {
        JsonArray media;
        std::int64_t total = 0;
    };
    List list(const Bucket& bucket, const ListParams& params, const ListQuery& query = {});
    JsonObject get(const Bucket& bucket, const std::string& id);

    void edit(const Bucket& bucket, const Access& access, const std::string& id, const MediaEdit& edit);
    /// The record, then its bytes unless another record has them too.
    void remove(const Bucket& bucket, const Access& access, const std::string& id, bool triggerWebhook);

    std::vector<Record> findByName(const Bucket& bucket, std::span<const std::string> names) override;
    std::optional<MediaContent> open(const Bucket& bucket, const std::string& name) override {
        return contents_.open(bucket, name);
    }

    /// BucketDeleting: the records and folders of the bucket go, their bytes with the next sweep.
    void removeBucket(const std::string& bucketId);

private:
    JsonObject render(const Bucket& bucket, const StoredMedia& media);

    Services& services_;
    ContentService& contents_;
};

}  // namespace inkwell::media
