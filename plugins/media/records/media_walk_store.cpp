#include "records/media_walk_store.h"

#include "records/media_record_store.h"
#include "records/media_view.h"

namespace inkwell::media {

std::vector<std::string> MediaWalk::idsAfter(const std::string& bucketId, const std::string& after,
                                             std::int64_t limit) {
    return services_.database().read([&](Sql& sql) {
        std::vector<std::string> ids;
        // COALESCE keeps the engines from sorting all of the bucket instead of walking the ids.
        for (const SqlRow& row :
             sql.select("SELECT id FROM media WHERE id > ? AND COALESCE(bucket_id, '') = ? ORDER BY id LIMIT ?",
                        {after, bucketId, limit})) {
            ids.push_back(row[0].text());
        }
        return ids;
    });
}

std::vector<JsonObject> MediaWalk::records(const Bucket& bucket, std::span<const std::string> ids) {
    if (ids.empty()) return {};
    return services_.database().read([&](Sql& sql) {
        std::vector<JsonObject> records;
        for (const StoredMedia& media : MediaRecordStore(sql).findAll(bucket.id, ids)) {
            records.push_back(renderMedia(media, bucket, services_.server(), contents_.publicAddress(media.location)));
        }
        return records;
    });
}

}  // namespace inkwell::media
