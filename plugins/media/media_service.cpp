#include "media_service.h"

#include "inkwell/error.h"
#include "media_search.h"
#include "media_view.h"

namespace inkwell::media {

MediaService::List MediaService::list(const Bucket& bucket, const ListParams& params, const ListQuery& query) {
    const MediaPage page =
        services_.database().read([&](Sql& sql) { return searchMedia(sql, bucket.id, params, query); });
    List list;
    list.total = page.total;
    list.media.reserve(page.media.size());
    for (const StoredMedia& one : page.media) list.media.push_back(renderMedia(one, bucket, services_.server()));
    return list;
}

JsonObject MediaService::get(const Bucket& bucket, const std::string& id) {
    const auto media = services_.database().read([&](Sql& sql) { return MediaStore(sql).find(bucket.id, id); });
    if (!media) throw ApiError::notFound("media", id);
    return renderMedia(*media, bucket, services_.server());
}

std::vector<MediaLibrary::Record> MediaService::findByName(const Bucket& bucket, std::span<const std::string> names) {
    if (names.empty()) return {};
    const std::vector<StoredMedia> found =
        services_.database().read([&](Sql& sql) { return MediaStore(sql).findByName(bucket.id, names); });
    std::vector<Record> records;
    records.reserve(found.size());
    for (const StoredMedia& one : found) records.push_back({one.name, renderMedia(one, bucket, services_.server())});
    return records;
}

void MediaService::removeBucket(const std::string& bucketId) {
    services_.database().write([&](Sql& sql) { MediaStore(sql).removeOfBucket(bucketId); });
}

}  // namespace inkwell::media
