#include "field_store.h"

#include <algorithm>

#include "inkwell/list_query_sql.h"

namespace inkwell::objects {

namespace {

constexpr std::size_t kRowsPerStatement = 500;

// The columns in the order of the statements: object_id, place, bucket_id, path, text_value, number_value, flag.
SqlRow rowOf(const std::string& rowId, std::int64_t place, const std::string& bucketId, const std::string& path,
             const Json& value) {
    SqlRow row{rowId, place, bucketId, path, nullptr, nullptr, nullptr};
    if (const auto* text = value.if_string()) {
        row[4] = indexedPrefix(std::string_view(*text));
    } else if (value.is_bool()) {
        row[6] = value.get_bool();
    } else {
        row[5] = value.to_number<double>();
    }
    return row;
}

std::vector<SqlRow> rowsOf(const std::string& bucketId, const std::string& rowId, const std::vector<FieldValue>& fields,
                           bool complete) {
    std::vector<SqlRow> rows;
    rows.reserve(fields.size());
    std::int64_t place = complete ? 0 : 1;
    for (const FieldValue& field : fields) {
        rows.push_back(rowOf(rowId, place++, bucketId, indexedText(field.path), field.value));
        if (!field.isReference) continue;
        rows.push_back(SqlRow{rowId, place++, bucketId, relationPath(field.path), std::string(field.value.get_string()),
                              nullptr, nullptr});
    }
    return rows;
}

bool same(const std::vector<SqlRow>& stored, const std::vector<SqlRow>& wanted) {
    // From `place` on; texts, because an engine may give a number back as another type.
    const auto sameRow = [](const SqlRow& a, const SqlRow& b) {
        for (std::size_t i = 1; i < a.size(); ++i)
            if (a[i].isNull() != b[i].isNull() || a[i].text() != b[i].text()) return false;
        return true;
    };
    return std::equal(stored.begin(), stored.end(), wanted.begin(), wanted.end(), sameRow);
}

}  // namespace

std::string relationPath(const std::string& key) { return ">" + indexedText(key); }

void FieldStore::insert(const std::string& bucketId, const std::string& rowId, const std::vector<FieldValue>& fields,
                        bool complete) {
    insertRows(rowsOf(bucketId, rowId, fields, complete));
}

void FieldStore::replace(const std::string& bucketId, const std::string& rowId, const std::vector<FieldValue>& fields,
                         bool complete) {
    const std::vector<SqlRow> rows = rowsOf(bucketId, rowId, fields, complete);
    const std::vector<SqlRow> stored = sql_.select(
        "SELECT object_id, place, bucket_id, path, text_value, number_value, flag FROM objects_fields "
        "WHERE object_id = ? ORDER BY place",
        {rowId});
    if (same(stored, rows)) return;
    remove(rowId);
    insertRows(rows);
}

void FieldStore::insertRows(const std::vector<SqlRow>& rows) {
    for (std::size_t at = 0; at < rows.size(); at += kRowsPerStatement) {
        std::string statement =
            "INSERT INTO objects_fields (object_id, place, bucket_id, path, text_value, number_value, flag) VALUES ";
        SqlParams params;
        const std::size_t end = std::min(rows.size(), at + kRowsPerStatement);
        params.reserve((end - at) * rows[at].size());
        for (std::size_t i = at; i < end; ++i) {
            statement += i == at ? "(?, ?, ?, ?, ?, ?, ?)" : ", (?, ?, ?, ?, ?, ?, ?)";
            params.insert(params.end(), rows[i].begin(), rows[i].end());
        }
        sql_.execute(statement, params);
    }
}

void FieldStore::remove(const std::string& rowId) {
    sql_.execute("DELETE FROM objects_fields WHERE object_id = ?", {rowId});
}

void FieldStore::removeOfBucket(const std::string& bucketId) {
    sql_.execute("DELETE FROM objects_fields WHERE bucket_id = ?", {bucketId});
}

std::vector<FieldStore::Incomplete> FieldStore::findIncomplete(const std::string& after, std::int64_t limit) {
    std::vector<Incomplete> found;
    for (const SqlRow& row : sql_.select(
             "SELECT o.bucket_id, o.id FROM objects o WHERE o.id > ? AND NOT EXISTS (SELECT 1 FROM objects_fields f "
             "WHERE f.object_id = o.id AND f.place = 0) ORDER BY o.id LIMIT ?",
             {after, limit})) {
        found.push_back({row[0].text(), row[1].text()});
    }
    return found;
}

}  // namespace inkwell::objects
