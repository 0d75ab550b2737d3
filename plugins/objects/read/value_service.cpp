#include "read/value_service.h"

#include <map>
#include <vector>

#include "inkwell/metafield_engine.h"
#include "inkwell/text.h"
#include "read/value_store.h"
#include "store/field_key.h"

namespace inkwell::objects {

namespace {

constexpr std::string_view kBelow = "metadata.";

// The index keeps keys: the value itself is in the object.
using ValuesByKey = std::map<std::string, Json>;

ValuesByKey valuesAt(const std::string& path, const std::vector<FieldValue>& fields) {
    ValuesByKey values;
    for (const FieldValue& field : fields)
        if (field.path == path) values.try_emplace(keyOf(field.value), field.value);
    return values;
}

}  // namespace

JsonArray ValueService::values(const Bucket& bucket, const Asked& asked) {
    auto* engine = services_.find<MetafieldEngine>();
    if (engine == nullptr) return {};
    return services_.database().read([&](Sql& sql) {
        const auto counted = ValueStore(sql).count(bucket.id, asked.field, asked.type, asked.visibility, asked.limit);
        std::vector<std::string> ids;
        for (const auto& one : counted) ids.push_back(one.objectId);
        const std::string path = asked.field.substr(kBelow.size());
        std::map<std::string, ValuesByKey> objects;
        for (const ObjectRecord& record : catalog_.find(bucket, ids, asked.visibility)) {
            objects[record.id] = valuesAt(path, engine->fieldValues(record.metafields));
        }
        JsonArray values;
        for (const auto& one : counted) {
            if (isId(one.key)) {
                values.push_back({{"value", one.key}, {"count", one.count}});
                continue;
            }
            const ValuesByKey& known = objects[one.objectId];
            const auto value = known.find(one.key);
            if (value != known.end()) values.push_back({{"value", value->second}, {"count", one.count}});
        }
        return values;
    });
}

}  // namespace inkwell::objects
