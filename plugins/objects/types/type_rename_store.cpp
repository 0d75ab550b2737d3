#include "types/type_rename_store.h"

#include "inkwell/database_engine.h"

namespace inkwell::objects {

std::vector<std::string> TypeRenameStore::followers() {
    std::vector<std::string> all;
    for (const SqlRow& row : sql_.select("SELECT follower FROM objects_type_followers ORDER BY follower"))
        all.push_back(row[0].text());
    return all;
}

void TypeRenameStore::addFollower(const std::string& follower) {
    sql_.execute("INSERT INTO objects_type_followers (follower) VALUES (?)", {follower});
}

void TypeRenameStore::insert(const std::string& follower, const std::string& bucketId, const std::string& from,
                             const std::string& to) {
    sql_.execute("INSERT INTO objects_type_renames (follower, bucket_id, from_slug, to_slug) VALUES (?, ?, ?, ?)",
                 {follower, bucketId, from, to});
}

std::vector<TypeRenameStore::Waiting> TypeRenameStore::waiting(std::span<const std::string> followers) {
    SqlParams params;
    const std::string list = sqlIn(followers, params);
    std::vector<Waiting> all;
    for (const SqlRow& row :
         sql_.select("SELECT DISTINCT follower, bucket_id FROM objects_type_renames WHERE follower IN " + list, params))
        all.push_back({row[0].text(), row[1].text()});
    return all;
}

std::vector<TypeRenameStore::Rename> TypeRenameStore::take(const std::string& bucketId,
                                                           std::span<const std::string> followers) {
    SqlParams params{bucketId};
    const std::string list = sqlIn(followers, params);
    std::vector<Rename> all;
    for (const SqlRow& row : sql_.select("SELECT number, follower, from_slug, to_slug FROM objects_type_renames "
                                         "WHERE bucket_id = ? AND follower IN " +
                                             list + " ORDER BY number" + std::string(sql_.dialect().forUpdate()),
                                         params))
        all.push_back({row[0].integer(), row[1].text(), row[2].text(), row[3].text()});
    for (const Rename& one : all) sql_.execute("DELETE FROM objects_type_renames WHERE number = ?", {one.number});
    return all;
}

void TypeRenameStore::removeOfBucket(const std::string& bucketId) {
    sql_.execute("DELETE FROM objects_type_renames WHERE bucket_id = ?", {bucketId});
}

}  // namespace inkwell::objects
