#include "folders/folder_transfer.h"

#include <optional>
#include <set>
#include <utility>

#include "inkwell/text.h"
#include "records/media_facts.h"
#include "records/media_input.h"

namespace inkwell::media {

namespace {

void publish(Services& services, const StoredFolder& folder, const char* action, const ImportContext& context) {
    publishChange(services, folder.bucketId, "media_folder", folder.id, action, context.actor());
}

std::string placeOf(const std::string& path, std::size_t index) { return path + "[" + std::to_string(index) + "]"; }

JsonObject fileForm(const StoredFolder& folder) {
    return {{"title", folder.title}, {"slug", folder.slug}, {"created_at", isoTime(folder.createdAtMs)}};
}

}  // namespace

void FolderTransfer::exportAll(const Bucket& bucket, const TakeEntry& take) {
    services_.database().read([&](Sql& sql) {
        for (const StoredFolder& folder : FolderStore(sql).list(bucket.id)) take(fileForm(folder));
    });
}

JsonArray FolderTransfer::exportSome(const Bucket& bucket, TransferSelection& selection) {
    return services_.database().read([&](Sql& sql) {
        JsonArray folders;
        for (const std::string& slug : selection.mediaFolders) {
            const std::optional<StoredFolder> folder = FolderStore(sql).find(bucket.id, slug);
            if (folder) folders.push_back(fileForm(*folder));
        }
        return folders;
    });
}

void FolderTransfer::importAll(ImportItems& items, const std::string& path, ImportContext& context) {
    services_.database().write([&](Sql& sql) {
        FolderStore store(sql);
        std::set<std::string> slugs;
        items.forEach([&](std::size_t i, const Json& json) {
            std::optional<StoredFolder> folder = parseFolder(json, placeOf(path, i), context);
            if (!folder) return;
            if (!slugs.insert(folder->slug).second) {
                return context.problem(placeOf(path, i) + ".slug", "'" + folder->slug + "' is used twice in the file");
            }
            write(store, std::move(*folder), context);
        });
    });
}

void FolderTransfer::write(FolderStore& store, StoredFolder folder, ImportContext& context) const {
    const std::optional<StoredFolder> before = store.find(context.bucket().id, folder.slug);
    if (before && context.keepsExisting("")) return context.unchanged();  // neither folders nor media have ids in files
    folder.id = before ? before->id : services_.ids().next();
    folder.bucketId = context.bucket().id;
    if (folder.createdAtMs == 0) folder.createdAtMs = before ? before->createdAtMs : services_.clock().nowMs();
    if (!before) {
        store.insert(folder);
        publish(services_, folder, "created", context);
        return context.created();
    }
    if (before->title == folder.title && before->createdAtMs == folder.createdAtMs) return context.unchanged();
    store.update(folder);
    publish(services_, folder, "edited", context);
    context.updated();
}

}  // namespace inkwell::media
