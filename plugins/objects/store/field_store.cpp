#include "store/field_store.h"

#include <algorithm>
#include <utility>

#include "inkwell/list_query_sql.h"
#include "inkwell/sql_rows.h"

namespace inkwell::objects {

namespace {

const std::string kColumns = "object_id, place, bucket_id, path, text_value, number_value, flag";
const std::string kInsert = "INSERT INTO objects_fields (" + kColumns + ") VALUES";

std::vector<SqlRow> rowsOf(const std::string& bucketId, const std::string& rowId, const std::vector<FieldValue>& fields,
                           bool complete) {
    std::vector<SqlRow> rows;
    rows.reserve(fields.size());
    std::int64_t place = complete ? 0 : 1;
    for (const FieldValue& field : fields) {
        SqlRow& row = rows.emplace_back(SqlRow{rowId, place++, bucketId, indexedText(field.path)});
        for (SqlValue& column : fieldValueColumns(field.value)) row.push_back(std::move(column));
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
    insertRows(sql_, kInsert, rowsOf(bucketId, rowId, fields, complete));
}

void FieldStore::replace(const std::string& bucketId, const std::string& rowId, const std::vector<FieldValue>& fields,
                         bool complete) {
    const std::vector<SqlRow> rows = rowsOf(bucketId, rowId, fields, complete);
    const std::vector<SqlRow> stored =
        sql_.select("SELECT " + kColumns + " FROM objects_fields WHERE object_id = ? ORDER BY place", {rowId});
    if (same(stored, rows)) return;
    remove(rowId);
    insertRows(sql_, kInsert, rows);
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
