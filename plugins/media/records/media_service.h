#pragma once

#include <string>

#include "contents/content_service.h"
#include "inkwell/bucket_directory.h"
#include "inkwell/identity.h"
#include "inkwell/list_params.h"
#include "inkwell/list_query.h"
#include "inkwell/media_library.h"
#include "inkwell/precondition.h"
#include "inkwell/render_options.h"
#include "inkwell/services.h"
#include "records/media_edit_input.h"
#include "records/media_record_store.h"
#include "records/open_media.h"

namespace inkwell::media {

/// Use cases of media records, and the plugin's MediaLibrary for other plugins. Any thread; each method is one unit of
/// work. Throws ApiError for the client.
class MediaService : public MediaLibrary {
public:
    MediaService(Services& services, ContentService& contents) : services_(services), contents_(contents) {}

    struct List {
        JsonArray media;
        std::int64_t total = 0;
    };
    List list(const Bucket& bucket, const ListParams& params, const ListQuery& query = {});
    VersionedRecord get(const Bucket& bucket, const std::string& id);
    /// The same for a VersionMismatch: its version alone for who may not read.
    VersionedRecord current(const Bucket& bucket, const Access& access, const std::string& id);
    /// Gives each record of a list, as `list` renders it, `uses`: how many visible objects show it.
    void addUses(const Bucket& bucket, Visibility visibility, JsonArray& media);

    /// Both throw VersionMismatch for a version that `ifMatch` does not accept. Returns the version after the edit.
    std::int64_t edit(const Bucket& bucket, const Access& access, const std::string& id, const MediaEdit& edit,
                      const std::optional<Precondition>& ifMatch = {});
    /// Removes the record, then its bytes unless another record uses them or the trash has taken it.
    void remove(const Bucket& bucket, const Access& access, const std::string& id, bool triggerWebhook,
                const std::optional<Precondition>& ifMatch = {});

    std::vector<Record> findByName(const Bucket& bucket, std::span<const std::string> names) override;
    std::optional<MediaContent> open(const Bucket& bucket, const std::string& name) override {
        return openMedia(services_, contents_, bucket, name);
    }

    /// As MediaRecordStore::namesOf. Throws ApiError 404 when there is no such record.
    std::vector<std::string> namesOf(const Bucket& bucket, const std::string& id);

    /// For BucketDeleting: removes the bucket's records and folders; the next sweep removes their bytes.
    void removeOfBucket(const std::string& bucketId);

private:
    JsonObject render(const Bucket& bucket, const StoredMedia& media);

    Services& services_;
    ContentService& contents_;
};

}  // namespace inkwell::media
