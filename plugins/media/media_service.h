#pragma once

#include <string>

#include "inkwell/bucket_directory.h"
#include "inkwell/list_params.h"
#include "inkwell/list_query.h"
#include "inkwell/media_library.h"
#include "inkwell/services.h"

namespace inkwell::media {

/// The use cases of media records, and the plugin's service for other plugins. Any thread; each method is one unit of
/// work. Throws ApiError for what the client must hear.
class MediaService : public MediaLibrary {
public:
    explicit MediaService(Services& services) : services_(services) {}

    struct List {
        JsonArray media;
        std::int64_t total = 0;
    };
    List list(const Bucket& bucket, const ListParams& params, const ListQuery& query = {});
    JsonObject get(const Bucket& bucket, const std::string& id);

    std::vector<Record> findByName(const Bucket& bucket, std::span<const std::string> names) override;

    /// BucketDeleting: the records and folders of the bucket go.
    void removeBucket(const std::string& bucketId);

private:
    Services& services_;
};

}  // namespace inkwell::media
