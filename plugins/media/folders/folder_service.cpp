#include "folders/folder_service.h"

#include <algorithm>

#include "inkwell/bucket_filling.h"
#include "inkwell/error.h"
#include "inkwell/slug.h"
#include "records/folder_store.h"
#include "records/media_access.h"
#include "records/media_facts.h"
#include "records/media_query.h"
#include "records/media_view.h"

namespace inkwell::media {

namespace {

StoredFolder getForUpdate(Sql& sql, const Bucket& bucket, const std::string& slug) {
    std::optional<StoredFolder> folder = FolderStore(sql).findForUpdate(bucket.id, slug);
    if (!folder) throw ApiError::notFound("media folder", slug);
    return std::move(*folder);
}

}  // namespace

JsonArray FolderService::list(const Bucket& bucket) {
    return services_.database().read([&](Sql& sql) {
        JsonArray folders;
        for (const StoredFolder& folder : FolderStore(sql).list(bucket.id)) {
            folders.push_back(renderFolder(folder));
        }
        return folders;
    });
}

MediaService::List FolderService::listMedia(const Bucket& bucket, const std::string& slug, const ListParams& params) {
    return services_.database().read([&](Sql& sql) {
        const std::optional<StoredFolder> folder = FolderStore(sql).find(bucket.id, slug);
        if (!folder) throw ApiError::notFound("media folder", slug);
        return media_.list(bucket, params, parseMediaQuery(writeJson(JsonObject{{"folder", folder->slug}})));
    });
}

JsonObject FolderService::create(const Bucket& bucket, const Access& access, const FolderInput& input) {
    requireManageMedia(access);
    return services_.database().write([&](Sql& sql) {
        keepBucket(services_.events(), bucket.id, bucket.slug);
        const std::string derived = deriveSlug(input.title, "folder");
        StoredFolder folder{services_.ids().next(), bucket.id, input.title, derived, services_.clock().nowMs()};
        insertWithDerivedSlug(
            folder.slug, [&] { FolderStore(sql).insert(folder); },
            [&](const std::string& slug) { return FolderStore(sql).slugsLike(bucket.id, slug); });
        publish(folder, "created", access);
        return renderFolder(folder);
    });
}

JsonObject FolderService::edit(const Bucket& bucket, const Access& access, const std::string& slug,
                               const FolderInput& input) {
    requireChangeMedia(access);
    return services_.database().write([&](Sql& sql) {
        StoredFolder folder = getForUpdate(sql, bucket, slug);
        folder.title = input.title;
        FolderStore(sql).update(folder);
        publish(folder, "edited", access);
        return renderFolder(folder);
    });
}

void FolderService::remove(const Bucket& bucket, const Access& access, const std::string& slug) {
    requireChangeMedia(access);
    services_.database().write([&](Sql& sql) {
        const StoredFolder folder = getForUpdate(sql, bucket, slug);
        FolderStore(sql).remove(folder);
        publish(folder, "deleted", access);
    });
}

void FolderService::publish(const StoredFolder& folder, const char* action, const Access& access) {
    publishChange(services_, folder.bucketId, "media_folder", folder.id, action, access.actor());
}

}  // namespace inkwell::media
