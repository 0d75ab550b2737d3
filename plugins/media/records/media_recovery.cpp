#include "records/media_recovery.h"

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "contents/content_store.h"
#include "inkwell/error.h"
#include "records/folder_store.h"
#include "records/media_access.h"
#include "records/media_facts.h"
#include "records/media_record_store.h"

namespace inkwell::media {

namespace {

// Every member of StoredMedia, and the names that the file had before it was replaced.
JsonObject partOf(StoredMedia media, std::span<const std::string> formerNames) {
    Json focalPoint;
    if (media.focalPoint) focalPoint = JsonObject{{"x", media.focalPoint->x}, {"y", media.focalPoint->y}};
    return {{"id", media.id},
            {"name", media.name},
            {"original_name", media.originalName},
            {"size", media.sizeBytes},
            {"type", media.contentType},
            {"folder", media.folder},
            {"created_at", media.createdAtMs},
            {"location", media.location},
            {"metadata", std::move(media.metadata)},
            {"focal_point", std::move(focalPoint)},
            {"version", media.version},
            {"former_names", JsonArray(formerNames.begin(), formerNames.end())}};
}

StoredMedia mediaOf(const Bucket& bucket, const JsonObject& part) {
    StoredMedia media;
    media.id = textOf(part, "id");
    media.bucketId = bucket.id;
    media.name = textOf(part, "name");
    media.originalName = textOf(part, "original_name");
    media.sizeBytes = part.at("size").to_number<std::int64_t>();
    media.contentType = textOf(part, "type");
    media.folder = textOf(part, "folder");
    media.createdAtMs = part.at("created_at").to_number<std::int64_t>();
    media.location = textOf(part, "location");
    media.metadata = part.at("metadata").as_object();
    if (const Json& point = part.at("focal_point"); point.is_object()) {
        media.focalPoint = FocalPoint{point.at("x").to_number<double>(), point.at("y").to_number<double>()};
    }
    media.version = part.at("version").to_number<std::int64_t>() + 1;  // what was read before the deletion is outdated
    return media;
}

void insert(MediaRecordStore& store, const StoredMedia& media) {
    try {
        store.insert(media);
    } catch (const DatabaseError& error) {
        if (error.kind() != DatabaseError::Kind::Duplicate) throw;
        throw ApiError::conflict("a file with the name '" + media.name +
                                 "' was stored meanwhile: delete that one first");
    }
}

// A part of an older server has none; a name that another record has meanwhile stays that one's.
void restoreFormerNames(MediaRecordStore& store, const JsonArray* names, StoredMedia media) {
    if (names == nullptr) return;
    for (const Json& name : *names) {
        media.name = name.as_string();
        if (store.findByFormerName(media.bucketId, std::span(&media.name, 1)).empty()) store.keepName(media);
    }
}

}  // namespace

void MediaRecovery::requireChange(const Access& access, std::string_view, std::string_view) const {
    requireChangeMedia(access);
}

void MediaRecovery::take(const Bucket& bucket, const std::string& id, const Keep& keep) {
    services_.database().write([&](Sql& sql) {
        MediaRecordStore store(sql);
        std::optional<StoredMedia> media = store.findForUpdate(bucket.id, id);
        if (!media) throw ApiError::notFound("media", id);
        const std::vector<std::string> names = store.namesOf(bucket.id, id);
        keep(partOf(std::move(*media), std::span(names).subspan(1)));
    });
}

void MediaRecovery::restore(const Recovery& recovery, JsonObject part) {
    requireChangeMedia(recovery.access);
    services_.database().write([&](Sql& sql) {
        StoredMedia media = mediaOf(recovery.bucket, part);
        if (!media.folder.empty() && !FolderStore(sql).keep(media.bucketId, media.folder)) media.folder.clear();
        MediaRecordStore store(sql);
        if (store.findForUpdate(media.bucketId, media.id)) {
            throw ApiError::conflict("media '" + media.id + "' is there: another one with its id was stored meanwhile");
        }
        // Its content may have been moved; the record links it anew.
        if (const auto location = ContentStore(sql).takeLink(media.id)) media.location = *location;
        insert(store, media);
        restoreFormerNames(store, arrayOf(part, "former_names"), media);
        publishMedia(services_, contents_, media.bucketId, media.id, "created", recovery.access.actor(), false);
    });
}

void MediaRecovery::forget(const std::string& id, const JsonObject&) {
    services_.database().write([&](Sql& sql) { ContentStore(sql).unlink(id); });
}

}  // namespace inkwell::media
