#include "media_transfer.h"

#include <set>

#include "inkwell/text.h"
#include "media_input.h"

namespace inkwell::media {

namespace {

void publish(Services& services, const StoredMedia& media, const char* action) {
    MediaChanged fact;
    fact.change.bucketId = media.bucketId;
    fact.change.kind = "media";
    fact.change.id = media.id;
    fact.change.action = action;
    fact.change.actor = Access::system().actor();
    services.events().publish(std::move(fact));
}

std::string placeOf(const std::string& path, std::size_t index) { return path + "[" + std::to_string(index) + "]"; }

bool same(const StoredMedia& a, const StoredMedia& b) {
    return a.originalName == b.originalName && a.sizeBytes == b.sizeBytes && a.contentType == b.contentType &&
           a.folder == b.folder && a.createdAtMs == b.createdAtMs && a.location == b.location &&
           a.metadata == b.metadata;
}

JsonObject renderTransfer(const StoredMedia& media) {
    JsonObject json;
    json["name"] = media.name;
    json["original_name"] = media.originalName;
    json["size"] = media.sizeBytes;
    json["type"] = media.contentType;
    json["folder"] = media.folder.empty() ? Json() : Json(media.folder);
    json["created"] = isoTime(media.createdAtMs);
    json["location"] = media.location.empty() ? Json() : Json(media.location);
    json["metadata"] = media.metadata;
    return json;
}

}  // namespace

JsonArray FolderTransfer::exportAll(const Bucket& bucket) {
    return services_.database().read([&](Sql& sql) {
        JsonArray folders;
        for (const StoredFolder& folder : MediaStore(sql).listFolders(bucket.id)) {
            folders.push_back(
                {{"title", folder.title}, {"slug", folder.slug}, {"created_at", isoTime(folder.createdAtMs)}});
        }
        return folders;
    });
}

void FolderTransfer::importAll(const JsonArray& items, const std::string& path, ImportContext& context) {
    services_.database().write([&](Sql& sql) {
        MediaStore store(sql);
        std::set<std::string> slugs;
        for (std::size_t i = 0; i < items.size(); ++i) {
            std::optional<StoredFolder> folder = parseFolder(items[i], placeOf(path, i), context);
            if (!folder) continue;
            if (!slugs.insert(folder->slug).second) {
                context.problem(placeOf(path, i) + ".slug", "'" + folder->slug + "' is used twice in the file");
                continue;
            }
            const std::optional<StoredFolder> before = store.findFolder(context.bucket().id, folder->slug);
            folder->id = before ? before->id : services_.ids().next();
            folder->bucketId = context.bucket().id;
            if (folder->createdAtMs == 0) {
                folder->createdAtMs = before ? before->createdAtMs : services_.clock().nowMs();
            }
            if (!before) {
                store.insertFolder(*folder);
                context.created();
            } else if (before->title != folder->title || before->createdAtMs != folder->createdAtMs) {
                store.updateFolder(*folder);
                context.updated();
            } else {
                context.unchanged();
            }
        }
    });
}

JsonArray MediaTransfer::exportAll(const Bucket& bucket) {
    return services_.database().read([&](Sql& sql) {
        JsonArray all;
        for (const StoredMedia& media : MediaStore(sql).listAll(bucket.id)) all.push_back(renderTransfer(media));
        return all;
    });
}

void MediaTransfer::importAll(const JsonArray& items, const std::string& path, ImportContext& context) {
    services_.database().write([&](Sql& sql) {
        std::set<std::string> names;
        for (std::size_t i = 0; i < items.size(); ++i) {
            const std::string place = placeOf(path, i);
            std::optional<StoredMedia> media = parseMedia(items[i], place, context);
            if (!media) continue;
            if (!names.insert(media->name).second) {
                context.problem(place + ".name", "'" + media->name + "' is used twice in the file");
                continue;
            }
            media->bucketId = context.bucket().id;
            if (checkFolder(sql, *media, isOlder(items[i]), place, context)) store(sql, std::move(*media), context);
        }
    });
}

bool MediaTransfer::checkFolder(Sql& sql, const StoredMedia& media, bool older, const std::string& path,
                                ImportContext& context) const {
    if (media.folder.empty() || MediaStore(sql).findFolder(media.bucketId, media.folder)) return true;
    if (!older) {
        context.problem(path + ".folder", "media folder '" + media.folder + "' was not found");
        return false;
    }
    MediaStore(sql).insertFolder(
        {services_.ids().next(), media.bucketId, media.folder, media.folder, services_.clock().nowMs()});
    context.note("a media folder that the file does not list was made");
    return true;
}

void MediaTransfer::store(Sql& sql, StoredMedia media, ImportContext& context) const {
    MediaStore store(sql);
    const std::vector<std::string> names{media.name};
    const std::vector<StoredMedia> before = store.findByName(media.bucketId, names);
    if (media.createdAtMs == 0) {
        media.createdAtMs = before.empty() ? services_.clock().nowMs() : before.front().createdAtMs;
    }
    if (before.empty()) {
        media.id = services_.ids().next();
        store.insert(media);
        publish(services_, media, "created");
        return context.created();
    }
    if (same(media, before.front())) return context.unchanged();
    media.id = before.front().id;
    store.update(media);
    publish(services_, media, "edited");
    context.updated();
}

JsonArray FolderTransfer::exportSome(const Bucket&, TransferSelection&) { return {}; }

JsonArray MediaTransfer::exportSome(const Bucket&, TransferSelection&) { return {}; }

}  // namespace inkwell::media
