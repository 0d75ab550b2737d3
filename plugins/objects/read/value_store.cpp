#include "read/value_store.h"

#include "inkwell/list_query_sql.h"
#include "store/field_key.h"

namespace inkwell::objects {

std::vector<ValueStore::Counted> ValueStore::count(const std::string& bucketId, const std::string& path,
                                                   const std::string& type, Visibility visibility, std::int64_t limit) {
    std::string statement =
        "SELECT f.value, COUNT(*) AS objects_with, MIN(o.object_id) FROM objects_fields f "
        "JOIN objects o ON o.number = f.object "
        "WHERE f.path = (SELECT number FROM objects_paths WHERE bucket_id = ? AND path = ?) AND f.value <> ? "
        "AND ";
    statement += visibility == Visibility::Published ? "o.status = 'published'" : "o.latest = 1";
    SqlParams params{bucketId, indexedText(path), textKey("")};  // an empty text is unset
    if (!type.empty()) {
        statement += " AND o.type_slug = ?";
        params.emplace_back(type);
    }
    params.emplace_back(limit);
    std::vector<Counted> counted;
    for (const SqlRow& row :
         sql_.select(statement + " GROUP BY f.value ORDER BY objects_with DESC, f.value LIMIT ?", params)) {
        counted.push_back({row[0].text(), row[1].integer(), row[2].text()});
    }
    return counted;
}

}  // namespace inkwell::objects
