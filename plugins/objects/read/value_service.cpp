#include "read/value_service.h"

#include <map>
#include <optional>
#include <vector>

#include "inkwell/list_query_sql.h"
#include "inkwell/metafield_engine.h"
#include "inkwell/text.h"
#include "read/value_store.h"

namespace inkwell::objects {

namespace {

constexpr std::string_view kBelow = "metadata.";
// A text is kept after this letter; a long one by its beginning.
constexpr char kText = 't';
constexpr std::size_t kKeptBytes = 16;

bool mayBe(const Json& value, const std::string& key) {
    const auto* text = value.if_string();
    if (text == nullptr) return key.front() != kText;
    const std::string indexed = indexedText(*text);
    return key.front() == kText && std::string_view(key).substr(1, kKeptBytes) == indexed.substr(0, kKeptBytes);
}

// The index keeps keys: the value itself is in the object.
std::optional<Json> valueOf(const std::vector<FieldValue>& fields, std::string_view path, const std::string& key) {
    std::optional<Json> found;
    for (const FieldValue& field : fields) {
        if (field.path != path || !mayBe(field.value, key) || found == field.value) continue;
        if (found) return std::nullopt;  // several values that look alike in one object
        found = field.value;
    }
    return found;
}

}  // namespace

JsonArray ValueService::values(const Bucket& bucket, const Asked& asked) {
    auto* engine = services_.find<MetafieldEngine>();
    if (engine == nullptr) return {};
    return services_.database().read([&](Sql& sql) {
        const auto counted = ValueStore(sql).count(bucket.id, asked.field, asked.type, asked.visibility, asked.limit);
        std::vector<std::string> ids;
        for (const auto& one : counted) ids.push_back(one.objectId);
        std::map<std::string, std::vector<FieldValue>> fields;
        for (const ObjectRecord& record : catalog_.find(bucket, ids, asked.visibility)) {
            fields[record.id] = engine->fieldValues(record.metafields);
        }
        const std::string path = asked.field.substr(kBelow.size());
        JsonArray values;
        for (const auto& one : counted) {
            const bool isId = one.key.size() == 24 && inkwell::isId(one.key);
            const std::optional<Json> value =
                isId ? std::make_optional(Json(one.key)) : valueOf(fields[one.objectId], path, one.key);
            if (value) values.push_back({{"value", *value}, {"count", one.count}});
        }
        return values;
    });
}

}  // namespace inkwell::objects
