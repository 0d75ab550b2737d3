#include "records/open_media.h"

#include <span>
#include <utility>
#include <vector>

#include "contents/content_store.h"
#include "records/media_record_store.h"

namespace inkwell::media {

namespace {

struct Found {
    StoredMedia media;
    StoredContent content;
};

std::optional<Found> findContent(Sql& sql, const std::string& bucketId, const std::string& name) {
    MediaRecordStore records(sql);
    std::optional<StoredContent> content = ContentStore(sql).findByName(bucketId, name);
    if (content) {
        std::vector<StoredMedia> media = records.findByName(bucketId, std::span(&name, 1));
        if (media.empty()) return std::nullopt;
        return Found{std::move(media.front()), std::move(*content)};
    }
    auto former = records.findByFormerName(bucketId, std::span(&name, 1));
    if (former.empty()) return std::nullopt;
    content = ContentStore(sql).findByName(bucketId, former.front().second.name);
    if (!content) return std::nullopt;
    return Found{std::move(former.front().second), std::move(*content)};
}

}  // namespace

std::optional<MediaContent> openMedia(Services& services, ContentService& contents, const Bucket& bucket,
                                      const std::string& name) {
    const auto found = services.database().read([&](Sql& sql) { return findContent(sql, bucket.id, name); });
    if (!found) return std::nullopt;
    MediaContent content = contents.open(found->content);
    content.id = found->media.id;
    content.name = found->media.name;
    content.originalName = found->media.originalName;
    content.contentType = found->media.contentType;
    content.createdAtMs = found->media.createdAtMs;
    return content;
}

}  // namespace inkwell::media
