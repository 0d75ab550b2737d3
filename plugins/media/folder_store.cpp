#include "folder_store.h"

#include "inkwell/database_engine.h"

namespace inkwell::media {

std::optional<StoredFolder> FolderStore::findForUpdate(const std::string& bucketId, const std::string& slug) {
    const std::string statement =
        "SELECT id FROM media_folders WHERE bucket_id = ? AND slug = ?" + std::string(sql_.dialect().forUpdate());
    if (!sql_.selectOne(statement, {bucketId, slug})) return std::nullopt;
    return MediaStore(sql_).findFolder(bucketId, slug);
}

std::vector<std::string> FolderStore::slugsLike(const std::string& bucketId, const std::string& slug) {
    // '.' follows '-': the range holds the slug and what begins with "slug-", and the unique index finds it.
    std::vector<std::string> slugs;
    for (const SqlRow& row :
         sql_.select("SELECT slug FROM media_folders WHERE bucket_id = ? AND slug >= ? AND slug < ?",
                     {bucketId, slug, slug + "."})) {
        slugs.push_back(row[0].text());
    }
    return slugs;
}

void FolderStore::remove(const StoredFolder& folder) {
    sql_.execute("DELETE FROM media_folders WHERE id = ?", {folder.id});
    sql_.execute("UPDATE media SET folder = '' WHERE bucket_id = ? AND folder = ?", {folder.bucketId, folder.slug});
}

}  // namespace inkwell::media
