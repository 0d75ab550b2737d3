#include "folder_service.h"

#include <algorithm>

#include "folder_store.h"
#include "inkwell/error.h"
#include "inkwell/text.h"
#include "media_access.h"
#include "media_facts.h"
#include "media_query.h"
#include "media_view.h"

namespace inkwell::media {

namespace {

constexpr int kMaxSlugAttempts = 50;

StoredFolder getForUpdate(Sql& sql, const Bucket& bucket, const std::string& slug) {
    std::optional<StoredFolder> folder = FolderStore(sql).findForUpdate(bucket.id, slug);
    if (!folder) throw ApiError::notFound("media folder", slug);
    return std::move(*folder);
}

std::string freeSlug(Sql& sql, const std::string& bucketId, const std::string& derived) {
    const std::vector<std::string> taken = FolderStore(sql).slugsLike(bucketId, derived);
    int n = 1;
    while (std::find(taken.begin(), taken.end(), numberedSlug(derived, n)) != taken.end()) ++n;
    return numberedSlug(derived, n);
}

void insertWithDerivedSlug(Sql& sql, StoredFolder& folder) {
    const std::string derived = deriveSlug(folder.title, "folder");
    for (int attempt = 1;; ++attempt) {
        folder.slug = freeSlug(sql, folder.bucketId, derived);
        try {
            return MediaStore(sql).insertFolder(folder);
        } catch (const DatabaseError& error) {
            // Another writer took the number in between; it has committed, so the next look sees it.
            if (error.kind() != DatabaseError::Kind::Duplicate || attempt == kMaxSlugAttempts) throw;
        }
    }
}

}  // namespace

JsonArray FolderService::list(const Bucket& bucket) {
    return services_.database().read([&](Sql& sql) {
        JsonArray folders;
        for (const StoredFolder& folder : MediaStore(sql).listFolders(bucket.id)) {
            folders.push_back(renderFolder(folder));
        }
        return folders;
    });
}

MediaService::List FolderService::listMedia(const Bucket& bucket, const std::string& slug, const ListParams& params) {
    return services_.database().read([&](Sql& sql) {
        const std::optional<StoredFolder> folder = MediaStore(sql).findFolder(bucket.id, slug);
        if (!folder) throw ApiError::notFound("media folder", slug);
        return media_.list(bucket, params, parseMediaQuery(writeJson(JsonObject{{"folder", folder->slug}})));
    });
}

JsonObject FolderService::create(const Bucket& bucket, const Access& access, const FolderInput& input) {
    requireManageMedia(access);
    return services_.database().write([&](Sql& sql) {
        StoredFolder folder{services_.ids().next(), bucket.id, input.title, "", services_.clock().nowMs()};
        insertWithDerivedSlug(sql, folder);
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
        MediaStore(sql).updateFolder(folder);
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
