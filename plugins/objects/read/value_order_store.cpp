#include "read/value_order_store.h"

#include "inkwell/list_query_sql.h"
#include "read/order_by.h"
#include "store/object_store.h"

namespace inkwell::objects {

namespace {

// MySQL sorts by the first 1,024 bytes of a text; as many characters are compared on both engines.
const std::string kTitle = "SUBSTR(objects.title, 1, 200)";

// The path's number is our own. Of several values the first one in this order counts, as a reader expects who looks for
// the cheapest, or the newest.
std::string metafieldValue(Sql& sql, const std::string& bucketId, std::string_view path, bool descends) {
    const auto number = sql.selectOne("SELECT number FROM objects_paths WHERE bucket_id = ? AND path = ?",
                                      {bucketId, indexedText(path)});
    if (!number) return "NULL";
    return std::string("(SELECT ") + (descends ? "MAX" : "MIN") +
           "(k.value) FROM objects_fields k WHERE k.object = objects.number AND k.path = " +
           std::to_string((*number)[0].integer()) + ")";
}

}  // namespace

ValueOrderStore::ValueOrderStore(Sql& sql, const ObjectScope& scope, std::string_view sort)
    : sql_(sql), scope_(scope), descends_(sort.starts_with('-')) {
    const std::string_view name = nameOfSort(sort);
    if (name == "title") {
        value_ = kTitle;
    } else if (name == "slug") {
        value_ = "objects.slug";
    } else {
        value_ = metafieldValue(sql, scope.bucketId, name, descends_);
    }
}

// The place is looked up anew: the object may have moved since it was shown.
std::string ValueOrderStore::behind(const std::string& id, SqlParams& params) {
    const auto row = sql_.selectOne(
        "SELECT " + value_ + " FROM objects " + ObjectStore::byIds(scope_.visibility, "(?)"), {id, scope_.bucketId});
    if (!row) return " AND 1=0";
    const std::string sign = descends_ ? " < ?" : " > ?";
    if ((*row)[0].isNull()) {
        params.emplace_back(id);
        return " AND " + value_ + " IS NULL AND objects.object_id" + sign;
    }
    params.insert(params.end(), {(*row)[0], (*row)[0], SqlValue(id)});
    return " AND (" + value_ + sign + " OR (" + value_ + " = ? AND objects.object_id" + sign + ") OR " + value_ +
           " IS NULL)";
}

std::vector<std::string> ValueOrderStore::ids(const ObjectFilter& filter, const Part& part) {
    SqlParams params = filter.params;
    std::string text = "SELECT object_id FROM objects " + filter.where;
    if (part.after) text += behind(*part.after, params);
    const std::string direction = descends_ ? " DESC" : "";
    text += " ORDER BY " + value_ + " IS NULL, " + value_ + direction + ", object_id" + direction;
    if (part.limit) {
        text += " LIMIT ? OFFSET ?";
        params.insert(params.end(), {*part.limit, part.skip});
    }
    std::vector<std::string> ids;
    for (const SqlRow& row : sql_.select(text, params)) ids.push_back(row[0].text());
    return ids;
}

}  // namespace inkwell::objects
