#include "trash_store.h"

#include <utility>

#include "inkwell/database_engine.h"

namespace inkwell::trash {

namespace {

const std::string kSelect =
    "SELECT bucket_id, id, kind, type_slug, title, slug, status, deleted_at, deleted_by FROM trash_items ";

TrashPart partOf(SqlRow& row) {
    return {row[0].integer(), std::move(row[1]).text(), std::move(parseStoredJson(row[2].view()).as_object())};
}

}  // namespace

std::vector<TrashItem> TrashStore::select(const std::string& tail, const SqlParams& params) {
    std::vector<TrashItem> items;
    for (SqlRow& row : sql_.select(kSelect + tail, params)) {
        TrashedRecord record{std::move(row[2]).text(), std::move(row[1]).text(), std::move(row[3]).text(),
                             std::move(row[4]).text(), std::move(row[5]).text(), std::move(row[6]).text()};
        items.push_back({std::move(row[0]).text(), std::move(record), row[7].integer(), std::move(row[8]).text()});
    }
    return items;
}

std::optional<TrashItem> TrashStore::find(const std::string& bucketId, const std::string& id) {
    std::vector<TrashItem> found = select("WHERE bucket_id = ? AND id = ?", {bucketId, id});
    return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

std::vector<TrashItem> TrashStore::findAll(const std::string& bucketId, std::span<const std::string> ids) {
    SqlParams params{bucketId};
    const std::string list = sqlIn(ids, params);
    return select("WHERE bucket_id = ? AND id IN " + list, params);
}

std::optional<TrashItem> TrashStore::findForUpdate(const std::string& bucketId, const std::string& id) {
    std::vector<TrashItem> found =
        select("WHERE bucket_id = ? AND id = ?" + std::string(sql_.dialect().forUpdate()), {bucketId, id});
    return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

std::vector<TrashItem> TrashStore::list(const std::string& bucketId, const std::string& kind, std::int64_t limit,
                                        std::int64_t skip) {
    if (kind.empty()) {
        return select("WHERE bucket_id = ? ORDER BY deleted_at DESC, id DESC LIMIT ? OFFSET ?",
                      {bucketId, limit, skip});
    }
    return select("WHERE bucket_id = ? AND kind = ? ORDER BY deleted_at DESC, id DESC LIMIT ? OFFSET ?",
                  {bucketId, kind, limit, skip});
}

std::int64_t TrashStore::count(const std::string& bucketId, const std::string& kind) {
    if (kind.empty()) {
        return sql_.selectOne("SELECT COUNT(*) FROM trash_items WHERE bucket_id = ?", {bucketId})->at(0).integer();
    }
    return sql_.selectOne("SELECT COUNT(*) FROM trash_items WHERE bucket_id = ? AND kind = ?", {bucketId, kind})
        ->at(0)
        .integer();
}

std::vector<std::string> TrashStore::kinds(const std::string& bucketId) {
    std::vector<std::string> kinds;
    const auto rows = bucketId.empty()
                          ? sql_.select("SELECT DISTINCT kind FROM trash_items", {})
                          : sql_.select("SELECT DISTINCT kind FROM trash_items WHERE bucket_id = ?", {bucketId});
    for (const SqlRow& row : rows) kinds.push_back(row[0].text());
    return kinds;
}

std::vector<TrashItem> TrashStore::findOlder(std::int64_t beforeMs, std::span<const std::string> kinds,
                                             std::int64_t limit) {
    SqlParams params{beforeMs};
    const std::string list = sqlIn(kinds, params);
    params.push_back(limit);
    return select("WHERE deleted_at < ? AND kind IN " + list + " ORDER BY deleted_at LIMIT ?", params);
}

std::vector<TrashItem> TrashStore::findSome(const std::string& bucketId, std::int64_t untilMs,
                                            std::span<const std::string> kinds, std::int64_t limit) {
    SqlParams params{bucketId, untilMs};
    const std::string list = sqlIn(kinds, params);
    params.push_back(limit);
    return select("WHERE bucket_id = ? AND deleted_at <= ? AND kind IN " + list + " ORDER BY deleted_at, id LIMIT ?",
                  params);
}

void TrashStore::insert(const TrashItem& item) {
    sql_.execute(
        "INSERT INTO trash_items (bucket_id, id, kind, type_slug, title, slug, status, deleted_at, deleted_by) VALUES "
        "(?, ?, ?, ?, ?, ?, ?, ?, ?)",
        {item.bucketId, item.record.id, item.record.kind, item.record.type, item.record.title, item.record.slug,
         item.record.status, item.deletedAtMs, item.deletedBy});
}

void TrashStore::remove(const std::string& bucketId, const std::string& id) {
    sql_.execute("DELETE FROM trash_parts WHERE bucket_id = ? AND record_id = ?", {bucketId, id});
    sql_.execute("DELETE FROM trash_items WHERE bucket_id = ? AND id = ?", {bucketId, id});
}

void TrashStore::renameType(const std::string& bucketId, const std::string& from, const std::string& to) {
    sql_.execute("UPDATE trash_items SET type_slug = ? WHERE bucket_id = ? AND type_slug = ?", {to, bucketId, from});
}

void TrashStore::insertPart(const TrashItem& item, const TrashPart& part) {
    sql_.execute("INSERT INTO trash_parts (bucket_id, record_id, place, part_of, document) VALUES (?, ?, ?, ?, ?)",
                 {item.bucketId, item.record.id, part.place, part.of, writeJson(part.document)});
}

void TrashStore::updatePart(const std::string& bucketId, const std::string& id, const TrashPart& part) {
    sql_.execute("UPDATE trash_parts SET document = ? WHERE bucket_id = ? AND record_id = ? AND place = ?",
                 {writeJson(part.document), bucketId, id, part.place});
}

std::optional<TrashPart> TrashStore::nextPart(const std::string& bucketId, const std::string& id, std::int64_t place) {
    auto row = sql_.selectOne(
        "SELECT place, part_of, document FROM trash_parts WHERE bucket_id = ? AND record_id = ? AND place > ? "
        "ORDER BY place LIMIT 1",
        {bucketId, id, place});
    return row ? std::optional(partOf(*row)) : std::nullopt;
}

std::optional<TrashStore::Mention> TrashStore::nextMention(const std::string& bucketId, const std::string& text,
                                                           const std::string& id, std::int64_t place) {
    auto row = sql_.selectOne(
        "SELECT place, part_of, document, record_id FROM trash_parts WHERE bucket_id = ? AND "
        "record_id >= ? AND (record_id > ? OR place > ?) AND INSTR(document, ?) > 0 "
        "ORDER BY record_id, place LIMIT 1",
        {bucketId, id, id, place, text});
    if (!row) return std::nullopt;
    std::string recordId = (*row)[3].text();
    return Mention{std::move(recordId), partOf(*row)};
}

}  // namespace inkwell::trash
