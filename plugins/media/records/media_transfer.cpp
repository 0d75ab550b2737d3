#include "records/media_transfer.h"

#include <algorithm>
#include <map>
#include <set>

#include "contents/content_store.h"
#include "inkwell/identity.h"
#include "inkwell/text.h"
#include "records/folder_store.h"
#include "records/media_facts.h"
#include "records/media_input.h"

namespace inkwell::media {

namespace {

void publish(Services& services, const StoredMedia& media, const char* action, const ImportContext& context) {
    publishChange(services, media.bucketId, "media", media.id, action, context.actor());
}

void publish(Services& services, const StoredFolder& folder, const char* action, const ImportContext& context) {
    publishChange(services, folder.bucketId, "media_folder", folder.id, action, context.actor());
}

std::string placeOf(const std::string& path, std::size_t index) { return path + "[" + std::to_string(index) + "]"; }

bool same(const StoredMedia& a, const StoredMedia& b) {
    return a.originalName == b.originalName && a.sizeBytes == b.sizeBytes && a.contentType == b.contentType &&
           a.folder == b.folder && a.createdAtMs == b.createdAtMs && a.location == b.location &&
           a.metadata == b.metadata && a.focalPoint == b.focalPoint;
}

constexpr std::int64_t kMediaAtOnce = 200;
constexpr const char* kNoBytes = "the bytes of a media are not here; send them";

// Whatever the file says of bytes that are here.
void keepSize(ContentStore& contents, StoredMedia& media) {
    if (media.location.empty()) return;
    const std::optional<StoredContent> content = contents.findKept(media.location);
    if (content) media.sizeBytes = content->sizeBytes;
}

// Whoever reads the file finds nothing at a location where this server has nothing.
void dropLost(Sql& sql, std::vector<StoredMedia>& some) {
    std::vector<std::string> ids;
    ids.reserve(some.size());
    for (const StoredMedia& media : some) ids.push_back(media.id);
    const std::set<std::string> linked = ContentStore(sql).linkedAmong(ids);
    for (StoredMedia& media : some)
        if (!linked.contains(media.id)) media.location.clear();
}

// The bytes that a record has here are not those that the file tells of; one that has none gets those.
void keepContent(Sql& sql, const StoredMedia& before, StoredMedia& media, ImportContext& context) {
    const bool tells = media.location != before.location || media.sizeBytes != before.sizeBytes ||
                       media.contentType != before.contentType;
    if (!tells) return;
    ContentStore contents(sql);
    const std::optional<StoredContent> content = contents.findByName(before.bucketId, before.name);
    if (!content) {
        media.id = before.id;
        if (media.location.empty()) media.location = before.location;  // an export names none without bytes
        if (media.location == before.location) return;
        if (contents.link(media.id, media.location)) return keepSize(contents, media);
        context.note(kNoBytes);
        media.location.clear();
        return;
    }
    media.location = content->location;
    media.sizeBytes = content->sizeBytes;
    media.contentType = before.contentType;
}

JsonObject fileForm(const StoredMedia& media) {
    JsonObject json;
    json["name"] = media.name;
    json["original_name"] = media.originalName;
    json["size"] = media.sizeBytes;
    json["type"] = media.contentType;
    json["folder"] = textOrNull(media.folder);
    json["created"] = isoTime(media.createdAtMs);
    json["location"] = textOrNull(media.location);
    json["metadata"] = media.metadata;
    if (media.focalPoint) json["focal_point"] = JsonObject{{"x", media.focalPoint->x}, {"y", media.focalPoint->y}};
    return json;
}

}  // namespace

void MediaTransfer::exportAll(const Bucket& bucket, const TakeEntry& take) {
    services_.database().read([&](Sql& sql) {
        MediaRecordStore store(sql);
        std::vector<StoredMedia> some = store.listOldest(bucket.id, nullptr, kMediaAtOnce);
        while (!some.empty()) {
            dropLost(sql, some);
            for (const StoredMedia& media : some) take(fileForm(media));
            some = store.listOldest(bucket.id, &some.back(), kMediaAtOnce);
        }
    });
}

JsonArray MediaTransfer::exportSome(const Bucket& bucket, TransferSelection& selection) {
    return services_.database().read([&](Sql& sql) {
        const std::vector<std::string> names(selection.mediaNames.begin(), selection.mediaNames.end());
        JsonArray some;
        if (names.empty()) return some;
        std::vector<StoredMedia> found = MediaRecordStore(sql).findByName(bucket.id, names);
        dropLost(sql, found);
        for (const StoredMedia& media : found) {
            if (!media.folder.empty()) selection.mediaFolders.insert(media.folder);
            some.push_back(fileForm(media));
        }
        return some;
    });
}

void MediaTransfer::importAll(ImportItems& items, const std::string& path, ImportContext& context) {
    if (items.size() == 0) return;
    services_.database().write([&](Sql& sql) {
        Known known;
        for (std::string& slug : FolderStore(sql).keepAll(context.bucket().id)) known.folders.insert(std::move(slug));
        ImportBatch<Item> batch([&](std::vector<Item>& some) { writeAll(sql, some, known, context); });
        items.forEach([&](std::size_t i, const Json& json) {
            std::optional<Item> item = parse(json, placeOf(path, i), known, context);
            if (item) batch.add(std::move(*item), items.itemBytes());
        });
        batch.finish();
    });
}

void MediaTransfer::writeAll(Sql& sql, std::vector<Item>& some, Known& known, ImportContext& context) const {
    MediaRecordStore store(sql);
    std::vector<std::string> names;
    names.reserve(some.size());
    for (const Item& item : some) names.push_back(item.media.name);
    std::map<std::string, StoredMedia> existing;
    for (StoredMedia& media : store.findByName(context.bucket().id, names)) {
        std::string name = media.name;
        existing.emplace(std::move(name), std::move(media));
    }
    std::set<std::string> former;
    for (auto& [name, media] : store.findByFormerName(context.bucket().id, names)) former.insert(name);
    for (Item& item : some) {
        const auto before = existing.find(item.media.name);
        if (before != existing.end() && context.keepsExisting("")) {
            context.unchanged();
            continue;
        }
        // A record of its own would bring the former file back to all who name it.
        if (before == existing.end() && former.contains(item.media.name)) {
            context.unchanged();
            context.note("a media was left as it is: its file was replaced here");
            continue;
        }
        if (item.older) makeFolder(sql, item.media, known.folders, context);
        keepLocation(sql, item.media, context);
        if (before != existing.end()) {
            keepContent(sql, before->second, item.media, context);
        } else {
            ContentStore contents(sql);
            keepSize(contents, item.media);
        }
        write(store, std::move(item.media), before == existing.end() ? nullptr : &before->second, context);
    }
}

// Our own form lists the folders that its media name; the older one gets them made.
std::optional<MediaTransfer::Item> MediaTransfer::parse(const Json& json, const std::string& place, Known& known,
                                                        ImportContext& context) const {
    const bool older = isOlder(json);
    std::optional<StoredMedia> media = parseMedia(json, place, context);
    if (!media) return std::nullopt;
    media->bucketId = context.bucket().id;
    if (!known.names.insert(media->name).second) {
        context.problem(place + ".name", "'" + media->name + "' is used twice in the file");
        return std::nullopt;
    }
    if (!older && !media->folder.empty() && known.folders.count(media->folder) == 0) {
        context.problem(place + ".folder", "media folder '" + media->folder + "' was not found");
        return std::nullopt;
    }
    return Item{std::move(*media), older};
}

// Whoever names a location gets its bytes, and keeps them when their owner has deleted them: a file may name one that
// it could have been exported with.
void MediaTransfer::keepLocation(Sql& sql, StoredMedia& media, ImportContext& context) const {
    if (media.location.empty() || context.isTrusted()) return;
    auto* identity = services_.find<Identity>();
    const auto mayExport = [&](const std::string& bucketId) {
        if (bucketId == context.bucket().id) return true;
        const auto membership = identity ? identity->findMembership(context.actor(), bucketId) : std::nullopt;
        return membership && membership->role == Role::Admin;
    };
    const std::vector<std::string> holders = ContentStore(sql).bucketsWith(media.location);
    if (std::any_of(holders.begin(), holders.end(), mayExport)) return;
    media.location.clear();
    context.note(kNoBytes);
}

void MediaTransfer::makeFolder(Sql& sql, const StoredMedia& media, std::set<std::string>& folders,
                               ImportContext& context) const {
    if (media.folder.empty() || !folders.insert(media.folder).second) return;
    const StoredFolder folder{services_.ids().next(), media.bucketId, media.folder, media.folder,
                              services_.clock().nowMs()};
    FolderStore(sql).insert(folder);
    publish(services_, folder, "created", context);
    context.note("a media folder that the file does not list was made");
}

void MediaTransfer::write(MediaRecordStore& store, StoredMedia media, const StoredMedia* before,
                          ImportContext& context) const {
    if (media.createdAtMs == 0) media.createdAtMs = before == nullptr ? services_.clock().nowMs() : before->createdAtMs;
    if (before == nullptr) {
        media.id = services_.ids().next();
        store.insert(media);
        publish(services_, media, "created", context);
        return context.created();
    }
    if (same(media, *before)) return context.unchanged();
    media.id = before->id;
    store.update(media);
    publish(services_, media, "edited", context);
    context.updated();
}

}  // namespace inkwell::media
