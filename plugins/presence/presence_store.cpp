#include "presence_store.h"

#include "inkwell/database_engine.h"

namespace inkwell::presence {

namespace {

const std::string kSelect = "SELECT bucket_id, user_id, object_id, field, since, seen_at FROM presence_places ";

std::vector<Place> parsePlaces(const std::vector<SqlRow>& rows) {
    std::vector<Place> places;
    places.reserve(rows.size());
    for (const SqlRow& row : rows) {
        places.push_back(
            {{row[0].text(), row[1].text(), row[2].text()}, row[3].text(), row[4].integer(), row[5].integer()});
    }
    return places;
}

}  // namespace

std::vector<Place> PresenceStore::list(const std::string& bucketId, const std::string& objectId, std::int64_t afterMs,
                                       std::int64_t limit) {
    static const std::string kOfBucket =
        kSelect + "WHERE bucket_id = ? AND seen_at > ? ORDER BY object_id, user_id LIMIT ?";
    static const std::string kOfObject =
        kSelect + "WHERE bucket_id = ? AND object_id = ? AND seen_at > ? ORDER BY user_id LIMIT ?";
    if (objectId.empty()) return parsePlaces(sql_.select(kOfBucket, {bucketId, afterMs, limit}));
    return parsePlaces(sql_.select(kOfObject, {bucketId, objectId, afterMs, limit}));
}

std::vector<Place> PresenceStore::listAll(std::int64_t afterMs, std::int64_t limit) {
    static const std::string kAll = kSelect + "WHERE seen_at > ? ORDER BY seen_at DESC LIMIT ?";
    return parsePlaces(sql_.select(kAll, {afterMs, limit}));
}

Place PresenceStore::put(const Place& place, std::int64_t afterMs) {
    Place stored = place;
    const auto row = sql_.selectOne(
        "SELECT since FROM presence_places WHERE bucket_id = ? AND user_id = ? AND object_id = ? AND seen_at > ?",
        {place.key.bucketId, place.key.userId, place.key.objectId, afterMs});
    if (row) stored.sinceMs = row->at(0).integer();
    sql_.execute(
        "INSERT INTO presence_places (bucket_id, user_id, object_id, field, since, seen_at) "
        "VALUES (?, ?, ?, ?, ?, ?)" +
            sql_.dialect().onDuplicateUpdate("bucket_id, user_id, object_id", {"field", "since", "seen_at"}),
        {stored.key.bucketId, stored.key.userId, stored.key.objectId, stored.field, stored.sinceMs, stored.seenAtMs});
    return stored;
}

std::vector<PlaceKey> PresenceStore::keepLatest(const std::string& bucketId, const std::string& userId,
                                                std::int64_t count) {
    constexpr std::int64_t kAtOnce = 100;
    const std::vector<SqlRow> rows = sql_.select(
        "SELECT object_id FROM presence_places WHERE bucket_id = ? AND user_id = ? "
        "ORDER BY seen_at DESC, object_id DESC LIMIT ? OFFSET ?",
        {bucketId, userId, kAtOnce, count});
    std::vector<PlaceKey> removed;
    for (const SqlRow& row : rows) remove(removed.emplace_back(PlaceKey{bucketId, userId, row[0].text()}));
    return removed;
}

void PresenceStore::remove(const PlaceKey& key) {
    sql_.execute("DELETE FROM presence_places WHERE bucket_id = ? AND user_id = ? AND object_id = ?",
                 {key.bucketId, key.userId, key.objectId});
}

void PresenceStore::removeOfObject(const std::string& bucketId, const std::string& objectId) {
    sql_.execute("DELETE FROM presence_places WHERE bucket_id = ? AND object_id = ?", {bucketId, objectId});
}

void PresenceStore::removeOfPerson(const std::string& bucketId, const std::string& userId) {
    sql_.execute("DELETE FROM presence_places WHERE bucket_id = ? AND user_id = ?", {bucketId, userId});
}

void PresenceStore::removeOfBucket(const std::string& bucketId) {
    sql_.execute("DELETE FROM presence_places WHERE bucket_id = ?", {bucketId});
}

bool PresenceStore::isAnyUntil(std::int64_t timeMs) {
    return sql_.selectOne("SELECT 1 FROM presence_places WHERE seen_at <= ? LIMIT 1", {timeMs}).has_value();
}

void PresenceStore::removeUntil(std::int64_t timeMs) {
    sql_.execute("DELETE FROM presence_places WHERE seen_at <= ?", {timeMs});
}

}  // namespace inkwell::presence
