#include "object_store.h"

#include <algorithm>

#include "inkwell/database_engine.h"

namespace inkwell::objects {

namespace {

const std::string kSelect =
    "SELECT id, bucket_id, type_slug, slug, locale, status, title, position, created_at, modified_at, published_at, "
    "publish_at, created_by, modified_by, thumbnail, version, trigger_webhook, document FROM objects ";

// Engines refuse more than some 32,000 bound values.
constexpr std::size_t kMaxIdsPerStatement = 16384;

StoredObject parseRow(SqlRow&& row, const JsonMemory& memory) {
    StoredObject object(std::move(parseStoredJson(row[17].view(), memory).as_object()));
    object.id = std::move(row[0]).text();
    object.bucketId = std::move(row[1]).text();
    object.type = std::move(row[2]).text();
    object.slug = std::move(row[3]).text();
    object.locale = std::move(row[4]).text();
    object.status = std::move(row[5]).text();
    object.title = std::move(row[6]).text();
    object.position = row[7].integer();
    object.createdAtMs = row[8].integer();
    object.modifiedAtMs = row[9].integer();
    object.publishedAtMs = row[10].optionalInteger();
    object.publishAtMs = row[11].optionalInteger();
    object.createdBy = std::move(row[12]).text();
    object.modifiedBy = std::move(row[13]).text();
    object.thumbnail = std::move(row[14]).text();
    object.version = row[15].integer();
    object.triggerWebhook = row[16].integer() != 0;
    return object;
}

std::vector<StoredObject> parseRows(std::vector<SqlRow> rows, const JsonMemory& memory) {
    std::vector<StoredObject> objects;
    objects.reserve(rows.size());
    for (SqlRow& row : rows) objects.push_back(parseRow(std::move(row), memory));
    return objects;
}

SqlValue idOrNull(const std::string& id) { return id.empty() ? SqlValue() : SqlValue(id); }

}  // namespace

JsonArray& StoredObject::metafields() {
    Json& member = document["metafields"];
    if (!member.is_array()) member = JsonArray();
    return member.get_array();
}

std::vector<StoredObject> ObjectStore::select(const std::string& tail, const SqlParams& params) {
    return parseRows(sql_.select(kSelect + tail, params), memory_);
}

std::optional<StoredObject> ObjectStore::find(const std::string& bucketId, const std::string& id) {
    static const std::string kStatement = kSelect + "WHERE id = ? AND bucket_id = ?";
    auto row = sql_.selectOne(kStatement, {id, bucketId});
    return row ? std::optional(parseRow(std::move(*row), memory_)) : std::nullopt;
}

std::optional<StoredObject> ObjectStore::findForUpdate(const std::string& bucketId, const std::string& id) {
    const std::string statement = kSelect + "WHERE id = ? AND bucket_id = ?" + std::string(sql_.dialect().forUpdate());
    auto row = sql_.selectOne(statement, {id, bucketId});
    return row ? std::optional(parseRow(std::move(*row), memory_)) : std::nullopt;
}

std::optional<StoredObject> ObjectStore::findBySlug(const std::string& bucketId, const std::string& type,
                                                    const std::string& locale, const std::string& slug) {
    static const std::string kStatement = kSelect + "WHERE bucket_id = ? AND type_slug = ? AND locale = ? AND slug = ?";
    auto row = sql_.selectOne(kStatement, {bucketId, type, locale, slug});
    return row ? std::optional(parseRow(std::move(*row), memory_)) : std::nullopt;
}

// COALESCE keeps SQLite, which has no statistics, from walking a whole index of the bucket instead of seeking the ids.
std::string ObjectStore::byIds(const std::string& idList) {
    return "WHERE id IN " + idList + " AND COALESCE(bucket_id, '') = ?";
}

std::vector<StoredObject> ObjectStore::findAll(const std::string& bucketId, std::span<const std::string> ids,
                                               Visibility visibility) {
    const std::string tail = visibility == Visibility::Published ? " AND status = 'published'" : "";
    std::vector<StoredObject> objects;
    objects.reserve(ids.size());
    for (std::size_t at = 0; at < ids.size(); at += kMaxIdsPerStatement) {
        SqlParams params;
        const std::string list = sqlIn(ids.subspan(at, std::min(kMaxIdsPerStatement, ids.size() - at)), params);
        params.emplace_back(bucketId);
        for (SqlRow& row : sql_.select(kSelect + byIds(list) + tail, params)) {
            objects.push_back(parseRow(std::move(row), memory_));
        }
    }
    return objects;
}

std::vector<ObjectCatalog::Summary> ObjectStore::summaries(const std::string& bucketId,
                                                           std::span<const std::string> ids) {
    std::vector<ObjectCatalog::Summary> found;
    for (std::size_t at = 0; at < ids.size(); at += kMaxIdsPerStatement) {
        SqlParams params;
        const std::string list = sqlIn(ids.subspan(at, std::min(kMaxIdsPerStatement, ids.size() - at)), params);
        params.emplace_back(bucketId);
        for (const SqlRow& row : sql_.select("SELECT id, type_slug FROM objects " + byIds(list), params)) {
            found.push_back({row[0].text(), row[1].text()});
        }
    }
    return found;
}

std::vector<std::string> ObjectStore::allIds(const std::string& bucketId) {
    std::vector<std::string> ids;
    for (const SqlRow& row :
         sql_.select("SELECT id FROM objects WHERE bucket_id = ? ORDER BY position, created_at, id", {bucketId})) {
        ids.push_back(row[0].text());
    }
    return ids;
}

std::int64_t ObjectStore::countOfType(const std::string& bucketId, const std::string& type) {
    return sql_.selectOne("SELECT COUNT(*) FROM objects WHERE bucket_id = ? AND type_slug = ?", {bucketId, type})
        ->at(0)
        .integer();
}

std::vector<std::string> ObjectStore::slugsLike(const std::string& bucketId, const std::string& type,
                                                const std::string& locale, const std::string& slug) {
    // '.' follows '-': the range holds the slug and what begins with "slug-", and the unique index finds it.
    std::vector<std::string> slugs;
    for (const SqlRow& row : sql_.select(
             "SELECT slug FROM objects WHERE bucket_id = ? AND type_slug = ? AND locale = ? AND slug >= ? AND slug < ?",
             {bucketId, type, locale, slug, slug + "."})) {
        slugs.push_back(row[0].text());
    }
    return slugs;
}

std::vector<StoredObject> ObjectStore::findMentioning(const std::string& bucketId, const std::string& text) {
    static const std::string kStatement = kSelect + "WHERE bucket_id = ? AND INSTR(document, ?) > 0 ORDER BY id";
    return parseRows(sql_.select(kStatement, {bucketId, text}), memory_);
}

std::vector<ObjectStore::Due> ObjectStore::dueForPublication(std::int64_t nowMs, std::int64_t limit) {
    std::vector<Due> due;
    for (const SqlRow& row :
         sql_.select("SELECT bucket_id, id FROM objects WHERE publish_at <= ? ORDER BY publish_at, id LIMIT ?",
                     {nowMs, limit})) {
        due.push_back({row[0].text(), row[1].text()});
    }
    return due;
}

void ObjectStore::insert(const StoredObject& object) {
    sql_.execute(
        "INSERT INTO objects (id, bucket_id, type_slug, slug, locale, status, title, position, created_at, "
        "modified_at, published_at, publish_at, created_by, modified_by, thumbnail, version, trigger_webhook, "
        "document) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        {object.id, object.bucketId, object.type, object.slug, object.locale, object.status, object.title,
         object.position, object.createdAtMs, object.modifiedAtMs, object.publishedAtMs, object.publishAtMs,
         idOrNull(object.createdBy), idOrNull(object.modifiedBy), object.thumbnail, object.version,
         object.triggerWebhook, writeJson(object.document)});
}

void ObjectStore::update(const StoredObject& object) {
    sql_.execute(
        "UPDATE objects SET type_slug = ?, slug = ?, locale = ?, status = ?, title = ?, position = ?, created_at = ?, "
        "modified_at = ?, published_at = ?, publish_at = ?, created_by = ?, modified_by = ?, thumbnail = ?, "
        "version = ?, trigger_webhook = ?, document = ? WHERE id = ?",
        {object.type, object.slug, object.locale, object.status, object.title, object.position, object.createdAtMs,
         object.modifiedAtMs, object.publishedAtMs, object.publishAtMs, idOrNull(object.createdBy),
         idOrNull(object.modifiedBy), object.thumbnail, object.version, object.triggerWebhook,
         writeJson(object.document), object.id});
}

void ObjectStore::remove(const std::string& id) { sql_.execute("DELETE FROM objects WHERE id = ?", {id}); }

void ObjectStore::renameType(const std::string& bucketId, const std::string& from, const std::string& to) {
    sql_.execute("UPDATE objects SET type_slug = ? WHERE bucket_id = ? AND type_slug = ?", {to, bucketId, from});
}

void ObjectStore::removeOfBucket(const std::string& bucketId) {
    sql_.execute("DELETE FROM objects WHERE bucket_id = ?", {bucketId});
}

}  // namespace inkwell::objects
