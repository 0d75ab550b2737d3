#include "autosave_store.h"

#include "inkwell/database_engine.h"

namespace inkwell::autosave {

std::optional<AutosaveItem> AutosaveStore::find(const std::string& bucketId, const std::string& objectId,
                                                const std::string& userId) {
    const auto row = sql_.selectOne(
        "SELECT base_version, saved_at, document FROM autosave_items "
        "WHERE bucket_id = ? AND object_id = ? AND user_id = ?",
        {bucketId, objectId, userId});
    if (!row) return std::nullopt;
    return AutosaveItem{bucketId,         objectId, userId, row->at(0).optionalInteger(), row->at(1).integer(),
                        row->at(2).text()};
}

std::optional<std::int64_t> AutosaveStore::savedAtForUpdate(const std::string& bucketId, const std::string& objectId,
                                                            const std::string& userId) {
    const auto row =
        sql_.selectOne("SELECT saved_at FROM autosave_items WHERE bucket_id = ? AND object_id = ? AND user_id = ?" +
                           std::string(sql_.dialect().forUpdate()),
                       {bucketId, objectId, userId});
    return row ? std::optional(row->at(0).integer()) : std::nullopt;
}

AutosavePage AutosaveStore::list(const std::string& bucketId, const std::string& userId, std::int64_t limit,
                                 std::int64_t skip) {
    AutosavePage page;
    for (const SqlRow& row : sql_.select("SELECT object_id, base_version, saved_at FROM autosave_items "
                                         "WHERE bucket_id = ? AND user_id = ? "
                                         "ORDER BY saved_at DESC, object_id DESC LIMIT ? OFFSET ?",
                                         {bucketId, userId, limit, skip})) {
        page.items.push_back({bucketId, row[0].text(), userId, row[1].optionalInteger(), row[2].integer(), {}});
    }
    page.total =
        sql_.selectOne("SELECT COUNT(*) FROM autosave_items WHERE bucket_id = ? AND user_id = ?", {bucketId, userId})
            ->at(0)
            .integer();
    return page;
}

void AutosaveStore::put(const AutosaveItem& item) {
    sql_.execute(
        "INSERT INTO autosave_items (bucket_id, object_id, user_id, base_version, saved_at, document) "
        "VALUES (?, ?, ?, ?, ?, ?)" +
            sql_.dialect().onDuplicateUpdate("bucket_id, object_id, user_id", {"base_version", "saved_at", "document"}),
        {item.bucketId, item.objectId, item.userId, item.baseVersion, item.savedAtMs, item.document});
}

bool AutosaveStore::remove(const std::string& bucketId, const std::string& objectId, const std::string& userId) {
    return sql_.execute("DELETE FROM autosave_items WHERE bucket_id = ? AND object_id = ? AND user_id = ?",
                        {bucketId, objectId, userId}) > 0;
}

void AutosaveStore::removeAsRead(const std::string& bucketId, const std::string& objectId, const std::string& userId,
                                 std::int64_t savedAtMs) {
    sql_.execute("DELETE FROM autosave_items WHERE bucket_id = ? AND object_id = ? AND user_id = ? AND saved_at = ?",
                 {bucketId, objectId, userId, savedAtMs});
}

// Not one statement: MySQL deletes from no table that the same statement reads.
void AutosaveStore::keepNewest(const std::string& bucketId, const std::string& userId, std::int64_t count) {
    constexpr std::int64_t kAtOnce = 100;
    const std::vector<SqlRow> rows = sql_.select(
        "SELECT object_id, saved_at FROM autosave_items WHERE bucket_id = ? AND user_id = ? "
        "ORDER BY saved_at DESC, object_id DESC LIMIT ? OFFSET ?",
        {bucketId, userId, kAtOnce, count});
    for (const SqlRow& row : rows) removeAsRead(bucketId, row[0].text(), userId, row[1].integer());
}

std::vector<std::string> AutosaveStore::peopleForUpdate(const std::string& bucketId, const std::string& objectId) {
    std::vector<std::string> people;
    for (SqlRow& row : sql_.select("SELECT user_id FROM autosave_items WHERE bucket_id = ? AND object_id = ?" +
                                       std::string(sql_.dialect().forUpdate()),
                                   {bucketId, objectId})) {
        people.push_back(std::move(row[0]).text());
    }
    return people;
}

void AutosaveStore::removeOfObject(const std::string& bucketId, const std::string& objectId) {
    sql_.execute("DELETE FROM autosave_items WHERE bucket_id = ? AND object_id = ?", {bucketId, objectId});
}

void AutosaveStore::removeOfPerson(const std::string& bucketId, const std::string& userId) {
    sql_.execute("DELETE FROM autosave_items WHERE bucket_id = ? AND user_id = ?", {bucketId, userId});
}

void AutosaveStore::removeOfBucket(const std::string& bucketId) {
    sql_.execute("DELETE FROM autosave_items WHERE bucket_id = ?", {bucketId});
}

std::int64_t AutosaveStore::removeBefore(std::int64_t timeMs, std::int64_t limit) {
    const std::vector<SqlRow> rows = sql_.select(
        "SELECT bucket_id, object_id, user_id, saved_at FROM autosave_items WHERE saved_at < ? "
        "ORDER BY saved_at LIMIT ?",
        {timeMs, limit});
    for (const SqlRow& row : rows) removeAsRead(row[0].text(), row[1].text(), row[2].text(), row[3].integer());
    return static_cast<std::int64_t>(rows.size());
}

}  // namespace inkwell::autosave
