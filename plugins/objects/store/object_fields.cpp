#include "store/object_fields.h"

#include "inkwell/query_columns.h"
#include "inkwell/text.h"

namespace inkwell::objects {

IndexedParts partsOf(const StoredObject& object) {
    return {object.title, textOf(object.document, "content"), object.thumbnail, arrayOf(object.document, "metafields")};
}

std::vector<FieldValue> fieldsOf(const StoredObject& object, MetafieldEngine* engine) {
    return fieldsOf(partsOf(object), engine);
}

std::vector<FieldValue> fieldsOf(const IndexedParts& parts, MetafieldEngine* engine) {
    std::vector<FieldValue> fields;
    fields.push_back({"title", Json(parts.title), false});
    fields.push_back({"content", Json(parts.content), false});
    if (!parts.thumbnail.empty()) fields.push_back({"thumbnail", Json(parts.thumbnail), false});
    if (engine == nullptr || parts.metafields == nullptr) return fields;
    std::vector<FieldValue> found = engine->fieldValues(*parts.metafields);
    for (FieldValue& field : found) field.path.insert(0, "metadata.");
    addIndexedFields(std::move(found), kMaxFieldsPerObject, fields);
    return fields;
}

}  // namespace inkwell::objects
