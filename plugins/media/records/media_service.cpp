#include "records/media_service.h"

#include <set>

#include "contents/content_store.h"
#include "inkwell/error.h"
#include "inkwell/object_usage.h"
#include "inkwell/trash_bin.h"
#include "records/folder_store.h"
#include "records/media_access.h"
#include "records/media_facts.h"
#include "records/media_search.h"
#include "records/media_view.h"

namespace inkwell::media {

MediaService::List MediaService::list(const Bucket& bucket, const ListParams& params, const ListQuery& query) {
    const MediaPage page =
        services_.database().read([&](Sql& sql) { return searchMedia(sql, bucket.id, params, query); });
    List list;
    list.total = page.total;
    list.media.reserve(page.media.size());
    for (const StoredMedia& one : page.media) list.media.push_back(render(bucket, one));
    return list;
}

JsonObject MediaService::render(const Bucket& bucket, const StoredMedia& media) {
    return renderMedia(media, bucket, services_.server(), contents_.publicAddress(media.location));
}

VersionedRecord MediaService::get(const Bucket& bucket, const std::string& id) {
    const auto media = services_.database().read([&](Sql& sql) { return MediaRecordStore(sql).find(bucket.id, id); });
    if (!media) throw ApiError::notFound("media", id);
    return {render(bucket, *media), media->version};
}

VersionedRecord MediaService::current(const Bucket& bucket, const Access& access, const std::string& id) {
    VersionedRecord current = get(bucket, id);
    if (!access.mayRead()) current.record.clear();
    return current;
}

// Without objects nothing shows a file.
void MediaService::addUses(const Bucket& bucket, Visibility visibility, JsonArray& media) {
    ObjectUsage* const objects = services_.find<ObjectUsage>();
    services_.database().read([&](Sql& sql) {
        MediaRecordStore store(sql);
        for (Json& one : media) {
            JsonObject& record = one.as_object();
            const std::vector<std::string> names = store.namesOf(bucket.id, std::string(textOf(record, "id")));
            const bool isKnown = objects != nullptr && !names.empty();
            record["uses"] = isKnown ? objects->findTexts(bucket, names, visibility, 0, 0).total : 0;
        }
    });
}

std::vector<std::string> MediaService::namesOf(const Bucket& bucket, const std::string& id) {
    std::vector<std::string> names =
        services_.database().read([&](Sql& sql) { return MediaRecordStore(sql).namesOf(bucket.id, id); });
    if (names.empty()) throw ApiError::notFound("media", id);
    return names;
}

std::int64_t MediaService::edit(const Bucket& bucket, const Access& access, const std::string& id,
                                const MediaEdit& edit, const std::optional<Precondition>& ifMatch) {
    requireChangeMedia(access);
    return services_.database().write([&](Sql& sql) {
        // Before the media, in the order of the folder's deletion.
        const bool folderIsThere =
            !edit.folder || edit.folder->empty() || FolderStore(sql).keep(bucket.id, *edit.folder);
        MediaRecordStore store(sql);
        std::optional<StoredMedia> media = store.findForUpdate(bucket.id, id);
        if (!media) throw ApiError::notFound("media", id);
        requireVersion(ifMatch, "media", id, media->version);
        Problems problems = edit.problems;
        if (!folderIsThere) problems.add("folder", "media folder '" + *edit.folder + "' was not found");
        problems.throwIfAny("media '" + id + "' cannot be edited");
        if (edit.folder) media->folder = *edit.folder;
        if (edit.metadata) media->metadata = *edit.metadata;
        if (edit.altText) media->metadata["alt_text"] = *edit.altText;
        if (edit.altText == "") media->metadata.stable_erase("alt_text");
        if (edit.focalPoint) media->focalPoint = *edit.focalPoint;
        store.update(*media);
        publishMedia(services_, contents_, bucket.id, id, "edited", access.actor(), edit.triggerWebhook);
        return media->version + 1;
    });
}

void MediaService::remove(const Bucket& bucket, const Access& access, const std::string& id, bool triggerWebhook,
                          const std::optional<Precondition>& ifMatch) {
    requireChangeMedia(access);
    const std::string doomed = services_.database().write([&](Sql& sql) {
        MediaRecordStore store(sql);
        const std::optional<StoredMedia> media = store.findForUpdate(bucket.id, id);
        if (!media) throw ApiError::notFound("media", id);
        requireVersion(ifMatch, "media", id, media->version);
        TrashBin* const trash = services_.find<TrashBin>();
        const bool isKept =
            trash != nullptr && trash->take(bucket, access, {"media", id, "", media->originalName, "", ""});
        ContentStore contents(sql);
        if (isKept) contents.markTrashed(id);
        std::string location = isKept ? "" : contents.unlink(id);
        store.remove(id);
        publishMedia(services_, contents_, bucket.id, id, "deleted", access.actor(), triggerWebhook);
        return location;
    });
    contents_.endSoon(doomed);
}

std::vector<MediaLibrary::Record> MediaService::findByName(const Bucket& bucket, std::span<const std::string> names) {
    if (names.empty()) return {};
    std::vector<Record> records;
    records.reserve(names.size());
    services_.database().read([&](Sql& sql) {
        MediaRecordStore store(sql);
        std::set<std::string_view> missing(names.begin(), names.end());
        for (const StoredMedia& one : store.findByName(bucket.id, names)) {
            missing.erase(one.name);
            records.push_back({one.name, render(bucket, one)});
        }
        if (missing.empty()) return;
        const std::vector<std::string> former(missing.begin(), missing.end());
        for (const auto& [name, one] : store.findByFormerName(bucket.id, former)) {
            records.push_back({name, render(bucket, one)});
        }
    });
    return records;
}

void MediaService::removeOfBucket(const std::string& bucketId) {
    services_.database().write([&](Sql& sql) {
        ContentStore(sql).unlinkBucket(bucketId);
        MediaRecordStore(sql).removeOfBucket(bucketId);
        FolderStore(sql).removeOfBucket(bucketId);
    });
}

}  // namespace inkwell::media
