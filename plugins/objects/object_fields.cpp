#include "object_fields.h"

#include <set>

#include "inkwell/list_query_sql.h"
#include "inkwell/text.h"

namespace inkwell::objects {

namespace {

bool fits(const std::string& path) { return codePoints(indexedText(path)) <= kIndexedPathLength; }

}  // namespace

std::vector<FieldValue> fieldsOf(const StoredObject& object, MetafieldEngine* engine) {
    std::vector<FieldValue> fields;
    fields.push_back({"title", Json(object.title), false});
    fields.push_back({"content", Json(textOf(object.document, "content")), false});
    if (!object.thumbnail.empty()) fields.push_back({"thumbnail", Json(object.thumbnail), false});
    const JsonArray* metafields = arrayOf(object.document, "metafields");
    if (engine == nullptr || metafields == nullptr) return fields;
    std::set<std::pair<std::string, std::string>> seen;
    for (FieldValue& field : engine->fieldValues(*metafields)) {
        field.path.insert(0, "metadata.");
        if (!fits(field.path) || !seen.emplace(field.path, writeJson(field.value)).second) continue;
        fields.push_back(std::move(field));
        if (fields.size() == kMaxFieldsPerObject) break;
    }
    return fields;
}

}  // namespace inkwell::objects
