#include "records/media_field_store.h"

#include <utility>

#include "inkwell/list_query_sql.h"
#include "inkwell/sql_rows.h"
#include "records/media_query.h"

namespace inkwell::media {

namespace {

constexpr std::int64_t kRecordsAtOnce = 200;

}  // namespace

void MediaFieldStore::insert(const StoredMedia& media) {
    std::vector<SqlRow> rows;
    for (const FieldValue& field : fieldsOf(media)) {
        SqlRow row{media.id, static_cast<std::int64_t>(rows.size()), media.bucketId, indexedText(field.path)};
        for (SqlValue& column : fieldValueColumns(field.value)) row.push_back(std::move(column));
        rows.push_back(std::move(row));
    }
    insertRows(sql_,
               "INSERT INTO media_fields (media_id, place, bucket_id, path, text_value, number_value, flag) VALUES",
               rows);
}

void MediaFieldStore::replace(const StoredMedia& media) {
    sql_.execute("DELETE FROM media_fields WHERE media_id = ?", {media.id});
    insert(media);
}

std::vector<MediaFieldStore::Incomplete> MediaFieldStore::findIncomplete(const std::string& after, std::int64_t limit) {
    std::vector<Incomplete> found;
    for (const SqlRow& row : sql_.select(
             "SELECT m.bucket_id, m.id FROM media m WHERE m.id > ? AND NOT EXISTS (SELECT 1 FROM media_fields f "
             "WHERE f.media_id = m.id AND f.place = 0) ORDER BY m.id LIMIT ?",
             {after, limit})) {
        found.push_back({row[0].text(), row[1].text()});
    }
    return found;
}

void addMissingFields(Database& database) {
    std::string after;
    while (true) {
        const auto batch =
            database.read([&](Sql& sql) { return MediaFieldStore(sql).findIncomplete(after, kRecordsAtOnce); });
        if (batch.empty()) return;
        database.write([&](Sql& sql) {
            for (const auto& [bucketId, mediaId] : batch) {
                // Locked, because its own editor may be at work on another server.
                const auto media = MediaRecordStore(sql).findForUpdate(bucketId, mediaId);
                if (media) MediaFieldStore(sql).replace(*media);
            }
        });
        after = batch.back().mediaId;
    }
}

}  // namespace inkwell::media
