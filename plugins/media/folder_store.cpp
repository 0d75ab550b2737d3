#include "folder_store.h"

#include <unordered_map>

#include "inkwell/database_engine.h"

namespace inkwell::media {

namespace {

std::string orderBy(const std::string& sort, const Dialect& dialect) {
    if (sort == "-created") return "created_at DESC, id DESC";
    if (sort == "created") return "created_at, id";
    if (sort == "-size") return "size DESC, id DESC";
    if (sort == "size") return "size, id";
    return std::string(dialect.randomOrder());
}

std::vector<StoredMedia> loadInOrder(Sql& sql, const std::string& bucketId, const std::vector<std::string>& names) {
    std::unordered_map<std::string, StoredMedia> byName;
    for (StoredMedia& media : MediaStore(sql).findByName(bucketId, names)) {
        std::string name = media.name;
        byName.emplace(std::move(name), std::move(media));
    }
    std::vector<StoredMedia> loaded;
    loaded.reserve(names.size());
    for (const std::string& name : names) {
        const auto found = byName.find(name);
        if (found != byName.end()) loaded.push_back(std::move(found->second));
    }
    return loaded;
}

}  // namespace

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

MediaPage FolderStore::listMedia(const std::string& bucketId, const std::string& slug, const ListParams& params) {
    std::vector<std::string> names;
    for (const SqlRow& row : sql_.select("SELECT name FROM media WHERE bucket_id = ? AND folder = ? ORDER BY " +
                                             orderBy(params.sort, sql_.dialect()) + " LIMIT ? OFFSET ?",
                                         {bucketId, slug, params.limit, params.skip})) {
        names.push_back(row[0].text());
    }
    const auto total =
        sql_.selectOne("SELECT COUNT(*) FROM media WHERE bucket_id = ? AND folder = ?", {bucketId, slug});
    return {loadInOrder(sql_, bucketId, names), (*total)[0].integer()};
}

}  // namespace inkwell::media
