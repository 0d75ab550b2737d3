#include "records/folder_store.h"

#include "inkwell/database_engine.h"
#include "inkwell/slug.h"

namespace inkwell::media {

namespace {

const std::string kSelect = "SELECT id, bucket_id, title, slug, created_at FROM media_folders ";
const std::string kBySlug = kSelect + "WHERE bucket_id = ? AND slug = ?";

StoredFolder parseRow(const SqlRow& row) {
    return {row[0].text(), row[1].text(), row[2].text(), row[3].text(), row[4].integer()};
}

}  // namespace

std::optional<StoredFolder> FolderStore::find(const std::string& bucketId, const std::string& slug) {
    const auto row = sql_.selectOne(kBySlug, {bucketId, slug});
    return row ? std::optional(parseRow(*row)) : std::nullopt;
}

std::optional<StoredFolder> FolderStore::findForUpdate(const std::string& bucketId, const std::string& slug) {
    const auto row = sql_.selectOne(kBySlug + std::string(sql_.dialect().forUpdate()), {bucketId, slug});
    return row ? std::optional(parseRow(*row)) : std::nullopt;
}

bool FolderStore::keep(const std::string& bucketId, const std::string& slug) {
    return sql_.selectOne(kBySlug + std::string(sql_.dialect().forShare()), {bucketId, slug}).has_value();
}

std::vector<std::string> FolderStore::keepAll(const std::string& bucketId) {
    std::vector<std::string> slugs;
    for (const SqlRow& row : sql_.select(
             "SELECT slug FROM media_folders WHERE bucket_id = ? ORDER BY id" + std::string(sql_.dialect().forShare()),
             {bucketId}))
        slugs.push_back(row[0].text());
    return slugs;
}

std::vector<StoredFolder> FolderStore::list(const std::string& bucketId) {
    static const std::string kStatement = kSelect + "WHERE bucket_id = ? ORDER BY created_at, id";
    std::vector<StoredFolder> folders;
    for (const SqlRow& row : sql_.select(kStatement, {bucketId})) folders.push_back(parseRow(row));
    return folders;
}

std::vector<std::string> FolderStore::slugsLike(const std::string& bucketId, const std::string& slug) {
    std::vector<std::string> slugs;
    for (const SqlRow& row :
         sql_.select("SELECT slug FROM media_folders WHERE bucket_id = ? AND slug >= ? AND slug < ?",
                     {bucketId, slug, endOfSlugsLike(slug)})) {
        slugs.push_back(row[0].text());
    }
    return slugs;
}

void FolderStore::insert(const StoredFolder& folder) {
    sql_.execute("INSERT INTO media_folders (id, bucket_id, title, slug, created_at) VALUES (?, ?, ?, ?, ?)",
                 {folder.id, folder.bucketId, folder.title, folder.slug, folder.createdAtMs});
}

void FolderStore::update(const StoredFolder& folder) {
    sql_.execute("UPDATE media_folders SET title = ?, created_at = ? WHERE id = ?",
                 {folder.title, folder.createdAtMs, folder.id});
}

void FolderStore::remove(const StoredFolder& folder) {
    sql_.execute("DELETE FROM media_folders WHERE id = ?", {folder.id});
    sql_.execute("UPDATE media SET folder = '', version = version + 1 WHERE bucket_id = ? AND folder = ?",
                 {folder.bucketId, folder.slug});
}

void FolderStore::removeOfBucket(const std::string& bucketId) {
    sql_.execute("DELETE FROM media_folders WHERE bucket_id = ?", {bucketId});
}

}  // namespace inkwell::media
