#include "media_field_store.h"

#include <algorithm>

#include "inkwell/list_query_sql.h"
#include "media_query.h"

namespace inkwell::media {

namespace {

constexpr std::size_t kRowsPerStatement = 500;
constexpr std::int64_t kRecordsAtOnce = 200;

// The columns in the order of the statement: media_id, place, bucket_id, path, text_value, number_value, flag.
SqlRow rowOf(const StoredMedia& media, std::size_t place, const FieldValue& field) {
    SqlRow row{media.id, static_cast<std::int64_t>(place), media.bucketId, indexedText(field.path)};
    row.resize(7);
    if (const auto* text = field.value.if_string()) {
        row[4] = indexedPrefix(std::string_view(*text));
    } else if (field.value.is_bool()) {
        row[6] = field.value.get_bool();
    } else {
        row[5] = field.value.to_number<double>();
    }
    return row;
}

}  // namespace

void MediaFieldStore::insert(const StoredMedia& media) {
    const std::vector<FieldValue> fields = fieldsOf(media);
    for (std::size_t at = 0; at < fields.size(); at += kRowsPerStatement) {
        std::string statement =
            "INSERT INTO media_fields (media_id, place, bucket_id, path, text_value, number_value, flag) VALUES ";
        SqlParams params;
        const std::size_t end = std::min(fields.size(), at + kRowsPerStatement);
        for (std::size_t i = at; i < end; ++i) {
            statement += i == at ? "(?, ?, ?, ?, ?, ?, ?)" : ", (?, ?, ?, ?, ?, ?, ?)";
            const SqlRow row = rowOf(media, i, fields[i]);
            params.insert(params.end(), row.begin(), row.end());
        }
        sql_.execute(statement, params);
    }
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
                const auto media = MediaStore(sql).findForUpdate(bucketId, mediaId);
                if (media) MediaFieldStore(sql).replace(*media);
            }
        });
        after = batch.back().mediaId;
    }
}

}  // namespace inkwell::media
