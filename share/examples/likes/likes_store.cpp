#include "likes_store.h"

namespace likes_plugin {

LikesOfObject LikesStore::get(const std::string& objectId, std::int64_t shownVisitors) {
    LikesOfObject found;
    found.count =
        sql_.selectOne("SELECT COUNT(*) FROM likes_visitors WHERE object_id = ?", {objectId})->at(0).integer();
    const auto rows =
        sql_.select("SELECT visitor FROM likes_visitors WHERE object_id = ? ORDER BY added_at DESC, visitor LIMIT ?",
                    {objectId, shownVisitors});
    for (const inkwell::SqlRow& row : rows) found.visitors.push_back(row[0].text());
    return found;
}

bool LikesStore::insert(const StoredVisitor& row) {
    try {
        sql_.execute("INSERT INTO likes_visitors (object_id, visitor, bucket_id, added_at) VALUES (?, ?, ?, ?)",
                     {row.objectId, row.visitor, row.bucketId, row.addedAtMs});
        return true;
    } catch (const inkwell::DatabaseError& error) {
        if (error.kind() != inkwell::DatabaseError::Kind::Duplicate) throw;
        return false;
    }
}

bool LikesStore::remove(const std::string& objectId, const std::string& visitor) {
    return sql_.execute("DELETE FROM likes_visitors WHERE object_id = ? AND visitor = ?", {objectId, visitor}) > 0;
}

void LikesStore::removeOfObject(const std::string& objectId) {
    sql_.execute("DELETE FROM likes_visitors WHERE object_id = ?", {objectId});
}

void LikesStore::removeOfBucket(const std::string& bucketId) {
    sql_.execute("DELETE FROM likes_visitors WHERE bucket_id = ?", {bucketId});
}

}  // namespace likes_plugin
