#include "revision_store.h"

#include <algorithm>
#include <string_view>

#include "inkwell/database_engine.h"
#include "inkwell/packed_text.h"
#include "inkwell/sql_rows.h"

namespace inkwell::revisions {

namespace {

std::string selectOf(const std::string& document) {
    return "SELECT id, bucket_id, object_id, type_slug, status, created_at, modified_at, " + document +
           ", kept FROM revisions ";
}
const std::string kSelect = selectOf("COALESCE(packed, document)");
const std::string kSelectColumns = selectOf("''");
const std::string kSelectPlaces = "SELECT id, LENGTH(COALESCE(packed, document)) FROM revisions ";

// What one statement reads.
constexpr std::size_t kMostAtOnce = 256;
constexpr std::int64_t kMostBytesAtOnce = std::int64_t{4} << 20;

// One edit keeps one revision; more are removed only where the bound has become smaller.
constexpr std::int64_t kMostRemovedAtOnce = 1000;

StoredRevision parseColumns(const SqlRow& row) {
    StoredRevision revision;
    revision.id = row[0].text();
    revision.bucketId = row[1].text();
    revision.objectId = row[2].text();
    revision.type = row[3].text();
    revision.status = row[4].text();
    revision.createdAtMs = row[5].integer();
    revision.modifiedAtMs = row[6].integer();
    revision.isKept = row[8].integer() != 0;
    return revision;
}

StoredRevision parseRow(const SqlRow& row) {
    StoredRevision revision = parseColumns(row);
    const std::string text = unpackText(row[7].view(), row[0].view());
    revision.documentBytes = text.size();
    JsonObject document = std::move(parseStoredJson(text).as_object());
    revision.fields = std::move(document.at("fields").as_object());
    revision.metafields = std::move(document.at("metafields").as_array());
    return revision;
}

std::vector<RevisionStore::Place> placesOf(const std::vector<SqlRow>& rows) {
    std::vector<RevisionStore::Place> places;
    places.reserve(rows.size());
    for (const SqlRow& row : rows) places.push_back({row[0].text(), row[1].integer()});
    return places;
}

SqlValue documentOf(const StoredRevision& revision) {
    return packText(writeJson(JsonObject{{"fields", revision.fields}, {"metafields", revision.metafields}}));
}

// To be followed by the bucket's and the object's id in the parameters.
std::string whereOf(const RevisionStore::Scope& scope) {
    const std::string ofObject = "WHERE bucket_id = ? AND object_id = ?";
    return scope.visibility == Visibility::Published ? ofObject + " AND status = 'published' AND kept = 0" : ofObject;
}

// A revision has no position of its own: `order` is that of creation.
std::string orderOf(std::string_view sort, const Dialect& dialect) {
    if (sort == "random") return " ORDER BY " + std::string(dialect.randomOrder());
    if (sort == "-created_at") return " ORDER BY created_at DESC, id DESC";
    if (sort == "modified_at") return " ORDER BY modified_at, id";
    if (sort == "-modified_at") return " ORDER BY modified_at DESC, id DESC";
    return " ORDER BY created_at, id";
}

RevisionStore::TakeSome toTheEnd(const RevisionStore::Take& take) {
    return [&take](StoredRevision&& revision) {
        take(std::move(revision));
        return true;
    };
}

}  // namespace

std::optional<StoredRevision> RevisionStore::find(const Scope& scope, const std::string& id) {
    const auto row = sql_.selectOne(kSelect + whereOf(scope) + " AND id = ?", {scope.bucketId, scope.objectId, id});
    return row ? std::optional(parseRow(*row)) : std::nullopt;
}

std::int64_t RevisionStore::count(const Scope& scope) {
    return sql_.selectOne("SELECT COUNT(*) FROM revisions " + whereOf(scope), {scope.bucketId, scope.objectId})
        ->at(0)
        .integer();
}

std::vector<RevisionStore::Place> RevisionStore::places(const Scope& scope, const std::string& sort) {
    return placesOf(
        sql_.select(kSelectPlaces + whereOf(scope) + orderOf(sort, sql_.dialect()), {scope.bucketId, scope.objectId}));
}

std::vector<RevisionStore::Place> RevisionStore::places(const Scope& scope, const ListParams& params) {
    return placesOf(
        sql_.select(kSelectPlaces + whereOf(scope) + orderOf(params.sort, sql_.dialect()) + " LIMIT ? OFFSET ?",
                    {scope.bucketId, scope.objectId, params.limit, params.skip}));
}

void RevisionStore::forEach(const Scope& scope, std::span<const Place> places, const Take& take) {
    walk(scope, places, true, toTheEnd(take));
}

std::span<const RevisionStore::Place> RevisionStore::forSome(const Scope& scope, std::span<const Place> places,
                                                             const TakeSome& take) {
    return walk(scope, places, true, take);
}

void RevisionStore::forEachWithoutDocument(const Scope& scope, std::span<const Place> places, const Take& take) {
    walk(scope, places, false, toTheEnd(take));
}

std::span<const RevisionStore::Place> RevisionStore::walk(const Scope& scope, std::span<const Place> places,
                                                          bool documents, const TakeSome& take) {
    for (std::size_t at = 0; at < places.size();) {
        std::vector<std::string> ids;
        std::int64_t bytes = 0;
        const std::size_t first = at;
        for (; at < places.size() && ids.size() < kMostAtOnce && bytes < kMostBytesAtOnce; ++at) {
            ids.push_back(places[at].id);
            if (documents) bytes += places[at].bytes;
        }
        SqlParams params{scope.bucketId, scope.objectId};
        const std::string list = sqlIn(ids, params);
        std::vector<SqlRow> rows =
            sql_.select((documents ? kSelect : kSelectColumns) + whereOf(scope) + " AND id IN " + list, params);
        rows = inOrderOf(std::span<const std::string>(ids), std::move(rows),
                         [](const SqlRow& row) { return row[0].view(); });
        for (SqlRow& row : rows) {
            StoredRevision revision = documents ? parseRow(row) : parseColumns(row);
            row = {};  // many bytes, which are not needed any more
            const auto place = std::find(ids.begin(), ids.end(), revision.id);
            if (!take(std::move(revision)))
                return places.subspan(first + static_cast<std::size_t>(place - ids.begin()) + 1);
        }
    }
    return {};
}

std::vector<StoredRevision> RevisionStore::nextMentioning(const std::string& bucketId, const std::string& text,
                                                          std::string& after, std::int64_t limit) {
    std::vector<StoredRevision> mentioning;
    // COALESCE keeps the engines from sorting all of the bucket instead of walking the ids.
    std::vector<SqlRow> rows = sql_.select(kSelect + "WHERE id > ? AND COALESCE(bucket_id, '') = ? ORDER BY id LIMIT ?",
                                           {after, bucketId, limit});
    after = rows.empty() ? "" : rows.back()[0].text();
    for (SqlRow& row : rows) {
        std::string document = unpackText(row[7].view(), row[0].view());
        if (document.find(text) == std::string::npos) continue;
        row[7] = std::move(document);
        mentioning.push_back(parseRow(row));
    }
    return mentioning;
}

void RevisionStore::insert(const StoredRevision& revision) {
    sql_.execute(
        "INSERT INTO revisions (id, bucket_id, object_id, type_slug, status, created_at, modified_at, document, "
        "packed, kept) VALUES (?, ?, ?, ?, ?, ?, ?, '', ?, ?)",
        {revision.id, revision.bucketId, revision.objectId, revision.type, revision.status, revision.createdAtMs,
         revision.modifiedAtMs, documentOf(revision), revision.isKept});
}

void RevisionStore::removeKeptBeyond(const StoredRevision& newest, std::int64_t most) {
    std::vector<std::string> ids;
    for (const SqlRow& row : sql_.select("SELECT id FROM revisions WHERE bucket_id = ? AND object_id = ? AND kept = 1 "
                                         "AND id <> ? ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?",
                                         {newest.bucketId, newest.objectId, newest.id, kMostRemovedAtOnce, most - 1})) {
        ids.push_back(row[0].text());
    }
    if (ids.empty()) return;
    SqlParams params;
    const std::string list = sqlIn(ids, params);
    sql_.execute("DELETE FROM revisions WHERE id IN " + list, params);
}

void RevisionStore::updateDocument(const StoredRevision& revision) {
    sql_.execute("UPDATE revisions SET document = '', packed = ? WHERE id = ?", {documentOf(revision), revision.id});
}

void RevisionStore::renameType(const std::string& bucketId, const std::string& from, const std::string& to) {
    sql_.execute("UPDATE revisions SET type_slug = ? WHERE bucket_id = ? AND type_slug = ?", {to, bucketId, from});
}

void RevisionStore::removeOfObject(const std::string& bucketId, const std::string& objectId) {
    sql_.execute("DELETE FROM revisions WHERE bucket_id = ? AND object_id = ?", {bucketId, objectId});
}

void RevisionStore::removeOfBucket(const std::string& bucketId) {
    sql_.execute("DELETE FROM revisions WHERE bucket_id = ?", {bucketId});
}

}  // namespace inkwell::revisions
