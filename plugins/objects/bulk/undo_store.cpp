#include "bulk/undo_store.h"

#include <utility>

namespace inkwell::objects {

void UndoStore::insert(const Change& change) {
    sql_.execute("INSERT INTO objects_undo (id, bucket_id, expires_at, actor, action) VALUES (?, ?, ?, ?, ?)",
                 {change.id, change.bucketId, change.expiresAtMs, change.actor, change.action});
}

std::vector<UndoStore::Listed> UndoStore::list(const std::string& bucketId, const std::string& actor,
                                               std::int64_t nowMs, std::int64_t limit, std::int64_t skip) {
    std::vector<Listed> changes;
    for (SqlRow& row : sql_.select("SELECT u.id, u.action, u.expires_at, COUNT(*) FROM objects_undo u "
                                   "JOIN objects_undo_items i ON i.undo_id = u.id "
                                   "WHERE u.bucket_id = ? AND u.actor = ? AND u.expires_at > ? "
                                   "GROUP BY u.id, u.action, u.expires_at "
                                   "ORDER BY u.expires_at DESC, u.id DESC LIMIT ? OFFSET ?",
                                   {bucketId, actor, nowMs, limit, skip})) {
        changes.push_back({std::move(row[0]).text(), std::move(row[1]).text(), row[2].integer(), row[3].integer()});
    }
    return changes;
}

std::int64_t UndoStore::count(const std::string& bucketId, const std::string& actor, std::int64_t nowMs) {
    return sql_
        .selectOne(
            "SELECT COUNT(*) FROM objects_undo u WHERE u.bucket_id = ? AND u.actor = ? AND u.expires_at > ? "
            "AND EXISTS (SELECT 1 FROM objects_undo_items i WHERE i.undo_id = u.id)",
            {bucketId, actor, nowMs})
        ->at(0)
        .integer();
}

bool UndoStore::exists(const std::string& undoId, const std::string& bucketId, std::int64_t nowMs) {
    return sql_
        .selectOne("SELECT id FROM objects_undo WHERE id = ? AND bucket_id = ? AND expires_at > ?",
                   {undoId, bucketId, nowMs})
        .has_value();
}

void UndoStore::insertItem(const std::string& undoId, std::int64_t place, const StoredObject& changed,
                           const std::string& document) {
    sql_.execute("INSERT INTO objects_undo_items (undo_id, place, object_id, version, document) VALUES (?, ?, ?, ?, ?)",
                 {undoId, place, changed.id, changed.version, document});
}

std::vector<UndoStore::Place> UndoStore::findPlaces(const std::string& undoId) {
    std::vector<Place> places;
    for (SqlRow& row :
         sql_.select("SELECT place, object_id FROM objects_undo_items WHERE undo_id = ? ORDER BY place", {undoId})) {
        places.push_back({row[0].integer(), std::move(row[1]).text()});
    }
    return places;
}

std::vector<UndoStore::Item> UndoStore::findItems(const std::string& undoId, std::int64_t place, std::int64_t limit) {
    std::vector<Item> items;
    for (SqlRow& row : sql_.select("SELECT place, object_id, version, document FROM objects_undo_items "
                                   "WHERE undo_id = ? AND place > ? ORDER BY place LIMIT ?",
                                   {undoId, place, limit})) {
        items.push_back({row[0].integer(), std::move(row[1]).text(), row[2].integer(),
                         std::move(parseStoredJson(row[3].view()).as_object())});
    }
    return items;
}

bool UndoStore::removeItem(const std::string& undoId, std::int64_t place) {
    return sql_.execute("DELETE FROM objects_undo_items WHERE undo_id = ? AND place = ?", {undoId, place}) == 1;
}

std::vector<UndoStore::Mention> UndoStore::findMentions(const std::string& bucketId, const std::string& text,
                                                        const std::string& undoId, std::int64_t place,
                                                        std::int64_t limit) {
    std::vector<Mention> mentions;
    for (SqlRow& row :
         sql_.select("SELECT i.undo_id, i.place, i.document FROM objects_undo u "
                     "JOIN objects_undo_items i ON i.undo_id = u.id WHERE u.bucket_id = ? AND i.undo_id >= ? "
                     "AND (i.undo_id > ? OR i.place > ?) AND INSTR(i.document, ?) > 0 "
                     "ORDER BY i.undo_id, i.place LIMIT ?",
                     {bucketId, undoId, undoId, place, text, limit})) {
        mentions.push_back(
            {std::move(row[0]).text(), row[1].integer(), std::move(parseStoredJson(row[2].view()).as_object())});
    }
    return mentions;
}

void UndoStore::updateDocument(const Mention& item) {
    sql_.execute("UPDATE objects_undo_items SET document = ? WHERE undo_id = ? AND place = ?",
                 {writeJson(item.document), item.undoId, item.place});
}

void UndoStore::remove(const std::string& undoId) {
    sql_.execute("DELETE FROM objects_undo_items WHERE undo_id = ?", {undoId});
    sql_.execute("DELETE FROM objects_undo WHERE id = ?", {undoId});
}

std::vector<std::string> UndoStore::findExpired(std::int64_t nowMs, std::int64_t limit) {
    std::vector<std::string> ids;
    for (const SqlRow& row :
         sql_.select("SELECT id FROM objects_undo WHERE expires_at <= ? ORDER BY expires_at LIMIT ?", {nowMs, limit})) {
        ids.push_back(row[0].text());
    }
    return ids;
}

void UndoStore::removeOfBucket(const std::string& bucketId) {
    sql_.execute("DELETE FROM objects_undo_items WHERE undo_id IN (SELECT id FROM objects_undo WHERE bucket_id = ?)",
                 {bucketId});
    sql_.execute("DELETE FROM objects_undo WHERE bucket_id = ?", {bucketId});
}

}  // namespace inkwell::objects
