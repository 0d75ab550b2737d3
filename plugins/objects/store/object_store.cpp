#include "store/object_store.h"

#include <algorithm>
#include <stdexcept>

#include "inkwell/database_engine.h"
#include "inkwell/packed_text.h"
#include "inkwell/slug.h"
#include "store/object_order.h"

namespace inkwell::objects {

namespace {

std::string selectOf(const std::string& document, const std::string& more = "",
                     const std::string& version = "version") {
    return "SELECT id, bucket_id, type_slug, slug, locale, status, title, position, created_at, modified_at, "
           "published_at, publish_at, created_by, modified_by, thumbnail, " +
           version + ", trigger_webhook, " + document + ", object_id, latest, number, unpublish_at, publish_draft_at" +
           more + " FROM objects";
}

// A row that an older version has written has its document unpacked.
constexpr const char* kDocument = "COALESCE(packed, document)";
const std::string kSelect = selectOf(kDocument) + " ";
const std::string kSelectColumns = selectOf("'{}'") + " ";
// The lock is for the object alone.
const std::string kSelectWithType = selectOf(kDocument,
                                             ", (SELECT t.document FROM objects_types t WHERE t.bucket_id = "
                                             "objects.bucket_id AND t.slug = objects.type_slug), values_digest");
// The object's, also where a draft of it is read. In the same statement: with the next one's number the content would
// be older than what If-Match is compared with.
constexpr const char* kShownVersion =
    "CASE WHEN live = 1 THEN version ELSE (SELECT own.version FROM objects own WHERE own.id = objects.object_id) END";
const std::string kSelectShown = selectOf(kDocument, "", kShownVersion) + " ";
const std::string kSelectShownColumns = selectOf("'{}'", "", kShownVersion) + " ";
const std::string kSelectVersion = "SELECT version FROM objects WHERE id = ? AND bucket_id = ? AND live = 1";

// Engines refuse more than some 32,000 bound values.
constexpr std::size_t kMaxIdsPerStatement = 16384;

StoredObject readColumns(SqlRow& row, JsonObject document) {
    StoredObject object(std::move(document));
    object.id = std::move(row[18]).text();
    if (row[0].view() != object.id) object.draftId = std::move(row[0]).text();
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
    object.isLatest = row[19].integer() != 0;
    object.number = row[20].integer();
    object.unpublishAtMs = row[21].optionalInteger();
    object.publishDraftAtMs = row[22].optionalInteger();
    return object;
}

std::string documentOf(const SqlRow& row) { return unpackText(row[17].view(), row[0].view()); }

JsonObject treeOf(const std::string& text, std::string_view id, const JsonMemory& memory) {
    try {
        return std::move(parseStoredJson(text, memory).as_object());
    } catch (const std::runtime_error& error) {
        throw std::runtime_error("the document of the object '" + std::string(id) + "': " + error.what());
    }
}

StoredObject parseRow(SqlRow&& row, const JsonMemory& memory) {
    return readColumns(row, treeOf(documentOf(row), row[0].view(), memory));
}

// COALESCE keeps SQLite, which has no statistics, from walking a whole index of the bucket instead of seeking the ids.
std::string byColumn(const std::string& column, const std::string& idList) {
    return "WHERE " + column + " IN " + idList + " AND COALESCE(bucket_id, '') = ?";
}

std::string liveByIds(const std::string& idList) { return byColumn("id", idList) + " AND live = 1"; }

// In as many statements as the ids need; `where` makes the condition for a list of them.
template <class Where, class Take>
void selectByIds(Sql& sql, const std::string& columns, const std::string& bucketId, std::span<const std::string> ids,
                 const Where& where, const Take& take) {
    for (std::size_t at = 0; at < ids.size(); at += kMaxIdsPerStatement) {
        SqlParams params;
        const std::string list = sqlIn(ids.subspan(at, std::min(kMaxIdsPerStatement, ids.size() - at)), params);
        params.emplace_back(bucketId);
        for (SqlRow& row : sql.select(columns + where(list), params)) take(std::move(row));
    }
}

SqlValue idOrNull(const std::string& id) { return id.empty() ? SqlValue() : SqlValue(id); }

// The columns from type_slug to packed, as an INSERT and an UPDATE name them.
void addContent(const StoredObject& object, SqlParams& params) {
    params.insert(params.end(), {object.type, object.slug, object.locale, object.status, object.title, object.position,
                                 object.createdAtMs, object.modifiedAtMs, object.publishedAtMs, object.publishAtMs,
                                 idOrNull(object.createdBy), idOrNull(object.modifiedBy), object.thumbnail,
                                 object.version, object.triggerWebhook, packText(writeJson(object.document))});
}

}  // namespace

JsonArray& StoredObject::metafields() {
    Json& member = document["metafields"];
    if (!member.is_array()) member = JsonArray();
    return member.get_array();
}

std::string StoredObject::documentText() const { return unpackText(packedDocument, rowId()); }

std::size_t StoredObject::parseDocument(const JsonMemory& memory) {
    const std::string text = documentText();
    document = treeOf(text, rowId(), memory);
    packedDocument = {};
    return text.size();
}

const std::string& ObjectStore::columns() const { return documents_ == Documents::None ? kSelectColumns : kSelect; }

const std::string& ObjectStore::columnsOfShown(Visibility visibility) const {
    if (visibility == Visibility::Published) return columns();  // no drafts
    return documents_ == Documents::None ? kSelectShownColumns : kSelectShown;
}

StoredObject ObjectStore::parse(SqlRow&& row) const {
    if (documents_ == Documents::Parsed) return parseRow(std::move(row), memory_);
    StoredObject object = readColumns(row, {});
    object.packedDocument = std::move(row[17]).text();
    return object;
}

std::vector<StoredObject> ObjectStore::select(const std::string& tail, const SqlParams& params) {
    std::vector<SqlRow> rows = sql_.select(columns() + tail, params);
    std::vector<StoredObject> objects;
    objects.reserve(rows.size());
    for (SqlRow& row : rows) {
        objects.push_back(parse(std::move(row)));
        row = {};  // as soon as it is not needed: documents of a long list are many bytes
    }
    return objects;
}

std::optional<StoredObject> ObjectStore::find(const std::string& bucketId, const std::string& id,
                                              Visibility visibility) {
    auto row = sql_.selectOne(columnsOfShown(visibility) + byIds(visibility, "(?)"), {id, bucketId});
    return row ? std::optional(parse(std::move(*row))) : std::nullopt;
}

std::optional<StoredObject> ObjectStore::findForUpdate(const std::string& bucketId, const std::string& id) {
    const std::string statement =
        kSelect + "WHERE id = ? AND bucket_id = ? AND live = 1" + std::string(sql_.dialect().forUpdate());
    auto row = sql_.selectOne(statement, {id, bucketId});
    return row ? std::optional(parseRow(std::move(*row), memory_)) : std::nullopt;
}

std::optional<ObjectStore::WithType> ObjectStore::findForUpdateWithType(const std::string& bucketId,
                                                                        const std::string& id) {
    static const std::string kWhere = " WHERE id = ? AND bucket_id = ? AND live = 1";
    auto row = sql_.selectOne(kSelectWithType + kWhere + std::string(sql_.dialect().forUpdate()), {id, bucketId});
    if (!row) return std::nullopt;
    std::optional<std::string> document = (*row)[23].optionalText();
    const std::optional<std::int64_t> digest = (*row)[24].optionalInteger();
    WithType found{parseRow(std::move(*row), memory_), std::move(document)};
    found.object.valuesDigest = digest;
    return found;
}

std::optional<std::int64_t> ObjectStore::versionOf(const std::string& bucketId, const std::string& id) {
    const auto row = sql_.selectOne(kSelectVersion, {id, bucketId});
    return row ? std::optional((*row)[0].integer()) : std::nullopt;
}

std::optional<std::int64_t> ObjectStore::versionForUpdate(const std::string& bucketId, const std::string& id) {
    const auto row = sql_.selectOne(kSelectVersion + std::string(sql_.dialect().forUpdate()), {id, bucketId});
    return row ? std::optional((*row)[0].integer()) : std::nullopt;
}

std::optional<std::string> ObjectStore::findIdBySlug(const std::string& bucketId, const std::string& type,
                                                     const std::string& locale, const std::string& slug) {
    const auto row = sql_.selectOne(
        "SELECT id FROM objects WHERE bucket_id = ? AND type_slug = ? AND locale = ? AND slug = ? AND live = 1",
        {bucketId, type, locale, slug});
    return row ? std::optional((*row)[0].text()) : std::nullopt;
}

std::optional<StoredObject> ObjectStore::findRowForUpdate(const std::string& rowId) {
    auto row = sql_.selectOne(kSelect + "WHERE id = ?" + std::string(sql_.dialect().forUpdate()), {rowId});
    return row ? std::optional(parseRow(std::move(*row), memory_)) : std::nullopt;
}

std::string ObjectStore::byIds(Visibility visibility, const std::string& idList) {
    return byColumn(idColumn(visibility), idList) + " AND " + visibleRows(visibility);
}

std::vector<StoredObject> ObjectStore::findAll(const std::string& bucketId, std::span<const std::string> ids,
                                               Visibility visibility) {
    std::vector<StoredObject> objects;
    objects.reserve(ids.size());
    selectByIds(
        sql_, columnsOfShown(visibility), bucketId, ids,
        [&](const std::string& list) { return byIds(visibility, list); },
        [&](SqlRow&& row) { objects.push_back(parse(std::move(row))); });
    return objects;
}

std::vector<StoredObject> ObjectStore::findAllLive(const std::string& bucketId, std::span<const std::string> ids) {
    std::vector<StoredObject> objects;
    objects.reserve(ids.size());
    selectByIds(sql_, columns(), bucketId, ids, liveByIds,
                [&](SqlRow&& row) { objects.push_back(parse(std::move(row))); });
    return objects;
}

std::vector<StoredObject> ObjectStore::findAllForUpdate(const std::string& bucketId, std::span<const std::string> ids) {
    std::vector<StoredObject> objects;
    objects.reserve(ids.size());
    const std::string lock(sql_.dialect().forUpdate());
    selectByIds(
        sql_, kSelect, bucketId, ids, [&](const std::string& list) { return liveByIds(list) + lock; },
        [&](SqlRow&& row) { objects.push_back(parseRow(std::move(row), memory_)); });
    return objects;
}

std::vector<ObjectCatalog::Summary> ObjectStore::summaries(const std::string& bucketId,
                                                           std::span<const std::string> ids) {
    std::vector<ObjectCatalog::Summary> found;
    selectByIds(sql_, "SELECT id, type_slug FROM objects ", bucketId, ids, liveByIds, [&](const SqlRow& row) {
        found.push_back({row[0].text(), row[1].text()});
    });
    return found;
}

std::vector<std::string> ObjectStore::allIds(const std::string& bucketId) {
    std::vector<std::string> ids;
    for (const SqlRow& row : sql_.select(
             "SELECT id FROM objects WHERE bucket_id = ? AND live = 1 ORDER BY position, created_at, id", {bucketId})) {
        ids.push_back(row[0].text());
    }
    return ids;
}

std::int64_t ObjectStore::countOfType(const std::string& bucketId, const std::string& type) {
    return sql_
        .selectOne("SELECT COUNT(*) FROM objects WHERE bucket_id = ? AND type_slug = ? AND live = 1", {bucketId, type})
        ->at(0)
        .integer();
}

bool ObjectStore::hasPublished(const std::string& bucketId, const std::string& type) {
    return sql_
        .selectOne(
            "SELECT id FROM objects WHERE bucket_id = ? AND type_slug = ? AND live = 1 "
            "AND (status = 'published' OR publish_at IS NOT NULL OR (publish_draft_at IS NOT NULL AND latest = 0)) "
            "LIMIT 1",
            {bucketId, type})
        .has_value();
}

std::vector<std::string> ObjectStore::slugsLike(const std::string& bucketId, const std::string& type,
                                                const std::string& locale, const std::string& slug) {
    std::vector<std::string> slugs;
    for (const SqlRow& row : sql_.select("SELECT slug FROM objects WHERE bucket_id = ? AND type_slug = ? AND locale = "
                                         "? AND slug >= ? AND slug < ? AND live = 1",
                                         {bucketId, type, locale, slug, endOfSlugsLike(slug)})) {
        slugs.push_back(row[0].text());
    }
    return slugs;
}

std::vector<StoredObject> ObjectStore::findMentioning(const std::string& bucketId, const std::string& text) {
    // Two walks along the index of creation, which has no order among a draft and its object.
    std::vector<StoredObject> found;
    for (const char* rows : {" AND live = 1", " AND live IS NULL"}) collectMentioning(bucketId, text, rows, found);
    return found;
}

void ObjectStore::collectMentioning(const std::string& bucketId, const std::string& text, const std::string& which,
                                    std::vector<StoredObject>& found) {
    constexpr std::size_t kRowsAtOnce = 500;
    const std::string statement = kSelect +
                                  "WHERE bucket_id = ? AND created_at >= ? AND (created_at > ? OR object_id > ?)" +
                                  which + " ORDER BY created_at, object_id LIMIT " + std::to_string(kRowsAtOnce) +
                                  std::string(sql_.dialect().forUpdate());
    std::int64_t createdAtMs = std::numeric_limits<std::int64_t>::min();
    std::string objectId;
    std::vector<SqlRow> rows;
    do {
        rows = sql_.select(statement, {bucketId, createdAtMs, createdAtMs, objectId});
        if (rows.empty()) return;
        createdAtMs = rows.back()[8].integer();
        objectId = rows.back()[18].text();
        for (SqlRow& row : rows) {
            std::string document = documentOf(row);
            if (document.find(text) == std::string::npos) continue;
            row[17] = std::move(document);
            found.push_back(parseRow(std::move(row), memory_));
        }
    } while (rows.size() == kRowsAtOnce);
}

std::int64_t ObjectStore::insert(const StoredObject& object) {
    SqlParams params{object.rowId(), object.bucketId};
    addContent(object, params);
    params.insert(params.end(), {object.id, object.isLatest, object.draftId.empty() ? SqlValue(1) : SqlValue(),
                                 object.unpublishAtMs, object.publishDraftAtMs, object.valuesDigest});
    sql_.execute(
        "INSERT INTO objects (id, bucket_id, type_slug, slug, locale, status, title, position, created_at, "
        "modified_at, published_at, publish_at, created_by, modified_by, thumbnail, version, trigger_webhook, "
        "document, packed, object_id, latest, live, unpublish_at, publish_draft_at, values_digest) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', ?, ?, ?, ?, ?, ?, ?)",
        params);
    return sql_.selectOne(sql_.dialect().lastSequence())->at(0).integer();
}

void ObjectStore::update(const StoredObject& object) {
    SqlParams params;
    addContent(object, params);
    params.insert(params.end(), {object.isLatest, object.unpublishAtMs, object.publishDraftAtMs, object.valuesDigest,
                                 object.rowId()});
    sql_.execute(
        "UPDATE objects SET type_slug = ?, slug = ?, locale = ?, status = ?, title = ?, position = ?, created_at = ?, "
        "modified_at = ?, published_at = ?, publish_at = ?, created_by = ?, modified_by = ?, thumbnail = ?, "
        "version = ?, trigger_webhook = ?, document = '', packed = ?, latest = ?, unpublish_at = ?, "
        "publish_draft_at = ?, values_digest = ? WHERE id = ?",
        params);
}

void ObjectStore::setLatest(const StoredObject& object) {
    sql_.execute("UPDATE objects SET latest = ?, version = ?, publish_draft_at = ? WHERE id = ?",
                 {object.isLatest, object.version, object.publishDraftAtMs, object.rowId()});
}

void ObjectStore::remove(const std::string& rowId) { sql_.execute("DELETE FROM objects WHERE id = ?", {rowId}); }

std::optional<StoredObject> ObjectStore::findDraftForUpdate(const std::string& objectId) {
    auto row = sql_.selectOne(
        kSelect + "WHERE object_id = ? AND live IS NULL" + std::string(sql_.dialect().forUpdate()), {objectId});
    return row ? std::optional(parseRow(std::move(*row), memory_)) : std::nullopt;
}

std::optional<std::int64_t> ObjectStore::removeDraft(const std::string& objectId) {
    const auto row = sql_.selectOne("SELECT id, number FROM objects WHERE object_id = ? AND live IS NULL", {objectId});
    if (!row) return std::nullopt;
    remove((*row)[0].text());
    return (*row)[1].integer();
}

void ObjectStore::renameType(const std::string& bucketId, const std::string& from, const std::string& to) {
    sql_.execute("UPDATE objects SET type_slug = ? WHERE bucket_id = ? AND type_slug = ?", {to, bucketId, from});
}

std::vector<std::string> ObjectStore::bucketIds() {
    std::vector<std::string> ids;
    for (const SqlRow& row : sql_.select("SELECT DISTINCT bucket_id FROM objects UNION SELECT bucket_id FROM "
                                         "objects_types UNION SELECT bucket_id FROM objects_paths"))
        ids.push_back(row[0].text());
    return ids;
}

void ObjectStore::removeOfBucket(const std::string& bucketId) {
    sql_.execute("DELETE FROM objects WHERE bucket_id = ?", {bucketId});
}

}  // namespace inkwell::objects
