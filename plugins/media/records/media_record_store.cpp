#include "records/media_record_store.h"

#include <algorithm>
#include <array>

#include "contents/content_store.h"
#include "inkwell/database_engine.h"
#include "records/media_field_store.h"
#include "records/media_query_store.h"

namespace inkwell::media {

namespace {

const std::string kSelect =
    "SELECT id, bucket_id, name, original_name, size, content_type, folder, created_at, location, metadata, focal_x, "
    "focal_y, version FROM media ";

// Engines refuse more than some 32,000 bound values.
constexpr std::size_t kMaxValuesPerStatement = 16384;

StoredMedia parseRow(const SqlRow& row) {
    StoredMedia media;
    media.id = row[0].text();
    media.bucketId = row[1].text();
    media.name = row[2].text();
    media.originalName = row[3].text();
    media.sizeBytes = row[4].integer();
    media.contentType = row[5].text();
    media.folder = row[6].text();
    media.createdAtMs = row[7].integer();
    media.location = row[8].text();
    media.metadata = std::move(parseStoredJson(row[9].view()).as_object());
    if (!row[10].isNull() && !row[11].isNull()) media.focalPoint = FocalPoint{row[10].number(), row[11].number()};
    media.version = row[12].integer();
    return media;
}

SqlValue focalX(const StoredMedia& media) { return media.focalPoint ? SqlValue(media.focalPoint->x) : SqlValue(); }
SqlValue focalY(const StoredMedia& media) { return media.focalPoint ? SqlValue(media.focalPoint->y) : SqlValue(); }

std::vector<StoredMedia> parseRows(const std::vector<SqlRow>& rows) {
    std::vector<StoredMedia> all;
    all.reserve(rows.size());
    for (const SqlRow& row : rows) all.push_back(parseRow(row));
    return all;
}

std::string orderBy(const std::string& sort, const Dialect& dialect) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kOrders = {{
        {"-created", "created_at DESC, id DESC"},
        {"created", "created_at, id"},
        {"-size", "size DESC, id DESC"},
        {"size", "size, id"},
        {"-original_name", "original_name DESC, id DESC"},
        {"original_name", "original_name, id"},
        {"-type", "content_type DESC, id DESC"},
        {"type", "content_type, id"},
    }};
    for (const auto& [name, columns] : kOrders)
        if (name == sort) return std::string(columns);
    return std::string(dialect.randomOrder());
}

std::vector<StoredMedia> findByColumn(Sql& sql, const std::string& where, const std::string& bucketId,
                                      std::span<const std::string> values) {
    std::vector<StoredMedia> found;
    for (std::size_t at = 0; at < values.size(); at += kMaxValuesPerStatement) {
        SqlParams params{bucketId};
        const std::string list =
            sqlIn(values.subspan(at, std::min(kMaxValuesPerStatement, values.size() - at)), params);
        for (const SqlRow& row : sql.select(kSelect + where + list, params)) found.push_back(parseRow(row));
    }
    return found;
}

}  // namespace

std::optional<StoredMedia> MediaRecordStore::find(const std::string& bucketId, const std::string& id) {
    static const std::string kStatement = kSelect + "WHERE id = ? AND bucket_id = ?";
    const auto row = sql_.selectOne(kStatement, {id, bucketId});
    return row ? std::optional(parseRow(*row)) : std::nullopt;
}

std::optional<StoredMedia> MediaRecordStore::findForUpdate(const std::string& bucketId, const std::string& id) {
    const std::string statement = kSelect + "WHERE id = ? AND bucket_id = ?" + std::string(sql_.dialect().forUpdate());
    const auto row = sql_.selectOne(statement, {id, bucketId});
    return row ? std::optional(parseRow(*row)) : std::nullopt;
}

std::vector<StoredMedia> MediaRecordStore::findAll(const std::string& bucketId, std::span<const std::string> ids) {
    // COALESCE keeps SQLite from walking an index of the bucket instead of seeking the ids.
    return findByColumn(sql_, "WHERE COALESCE(bucket_id, '') = ? AND id IN ", bucketId, ids);
}

std::vector<StoredMedia> MediaRecordStore::findByName(const std::string& bucketId, std::span<const std::string> names) {
    return findByColumn(sql_, "WHERE bucket_id = ? AND name IN ", bucketId, names);
}

// Almost no name is a former one, so the records come in statements of their own.
std::vector<std::pair<std::string, StoredMedia>> MediaRecordStore::findByFormerName(
    const std::string& bucketId, std::span<const std::string> names) {
    std::vector<std::pair<std::string, StoredMedia>> found;
    for (std::size_t at = 0; at < names.size(); at += kMaxValuesPerStatement) {
        SqlParams params{bucketId};
        const std::string list = sqlIn(names.subspan(at, std::min(kMaxValuesPerStatement, names.size() - at)), params);
        for (const SqlRow& row : sql_.select(
                 "SELECT name, media_id FROM media_former_names WHERE bucket_id = ? AND name IN " + list, params)) {
            if (std::optional<StoredMedia> media = find(bucketId, row[1].text())) {
                found.emplace_back(row[0].text(), std::move(*media));
            }
        }
    }
    return found;
}

std::vector<std::string> MediaRecordStore::namesOf(const std::string& bucketId, const std::string& id) {
    const std::optional<StoredMedia> media = find(bucketId, id);
    if (!media) return {};
    std::vector<std::string> names{media->name};
    for (const SqlRow& row : sql_.select("SELECT name FROM media_former_names WHERE media_id = ?", {id})) {
        names.push_back(row[0].text());
    }
    return names;
}

void MediaRecordStore::keepName(const StoredMedia& media) {
    sql_.execute("DELETE FROM media_former_names WHERE bucket_id = ? AND name = ?", {media.bucketId, media.name});
    sql_.execute("INSERT INTO media_former_names (bucket_id, name, media_id) VALUES (?, ?, ?)",
                 {media.bucketId, media.name, media.id});
}

MediaPage MediaRecordStore::list(const std::string& bucketId, const ListParams& params, const ListQuery& query) {
    const MediaFilter filter = MediaFilter::of(bucketId, query);
    SqlParams values = filter.params;
    values.insert(values.end(), {params.limit, params.skip});
    MediaPage page;
    page.media = parseRows(sql_.select(
        kSelect + filter.where + " ORDER BY " + orderBy(params.sort, sql_.dialect()) + " LIMIT ? OFFSET ?", values));
    const auto found = static_cast<std::int64_t>(page.media.size());
    if (found < params.limit && (found > 0 || params.skip == 0)) {
        page.total = params.skip + found;
    } else {
        page.total = sql_.selectOne("SELECT COUNT(*) FROM media " + filter.where, filter.params)->at(0).integer();
    }
    return page;
}

std::vector<std::string> MediaRecordStore::candidates(const std::string& bucketId, const std::string& sort,
                                                      const ListQuery& query) {
    const MediaFilter filter = MediaFilter::of(bucketId, query);
    std::vector<std::string> ids;
    for (const SqlRow& row : sql_.select(
             "SELECT id FROM media " + filter.where + " ORDER BY " + orderBy(sort, sql_.dialect()), filter.params)) {
        ids.push_back(row[0].text());
    }
    return ids;
}

std::vector<StoredMedia> MediaRecordStore::listOldest(const std::string& bucketId, const StoredMedia* after,
                                                      std::int64_t limit) {
    static const std::string kOrder = " ORDER BY created_at, id LIMIT ?";
    static const std::string kFirst = kSelect + "WHERE bucket_id = ?" + kOrder;
    static const std::string kNext =
        kSelect + "WHERE bucket_id = ? AND created_at >= ? AND (created_at > ? OR id > ?)" + kOrder;
    if (after == nullptr) return parseRows(sql_.select(kFirst, {bucketId, limit}));
    return parseRows(sql_.select(kNext, {bucketId, after->createdAtMs, after->createdAtMs, after->id, limit}));
}

void MediaRecordStore::insert(const StoredMedia& media) {
    sql_.execute(
        "INSERT INTO media (id, bucket_id, name, original_name, size, content_type, folder, created_at, location, "
        "metadata, focal_x, focal_y, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        {media.id, media.bucketId, media.name, media.originalName, media.sizeBytes, media.contentType, media.folder,
         media.createdAtMs, media.location, writeJson(media.metadata), focalX(media), focalY(media), media.version});
    ContentStore(sql_).link(media.id, media.location);
    MediaFieldStore(sql_).insert(media);
}

void MediaRecordStore::update(const StoredMedia& media) {
    sql_.execute(
        "UPDATE media SET name = ?, original_name = ?, size = ?, content_type = ?, folder = ?, created_at = ?, "
        "location = ?, metadata = ?, focal_x = ?, focal_y = ?, version = version + 1 WHERE id = ?",
        {media.name, media.originalName, media.sizeBytes, media.contentType, media.folder, media.createdAtMs,
         media.location, writeJson(media.metadata), focalX(media), focalY(media), media.id});
    MediaFieldStore(sql_).replace(media);
}

void MediaRecordStore::remove(const std::string& id) { sql_.execute("DELETE FROM media WHERE id = ?", {id}); }

std::vector<std::string> MediaRecordStore::bucketIds() {
    std::vector<std::string> ids;
    for (const SqlRow& row : sql_.select("SELECT bucket_id FROM media UNION SELECT bucket_id FROM media_folders"))
        ids.push_back(row[0].text());
    return ids;
}

void MediaRecordStore::removeOfBucket(const std::string& bucketId) {
    sql_.execute("DELETE FROM media WHERE bucket_id = ?", {bucketId});
}

}  // namespace inkwell::media
