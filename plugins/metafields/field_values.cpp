#include "field_values.h"

#include "id_list.h"

namespace inkwell::metafields {

namespace {

const std::string kNoPath;

bool isTextType(std::string_view type) {
    return type == "text" || type == "textarea" || type == "html-textarea" || type == "markdown";
}

bool isRelation(std::string_view type) { return type == "object" || type == "objects"; }

void addField(const std::string& path, const JsonObject& field, std::vector<FieldValue>& values) {
    const MetafieldView view{field, kNoPath};
    const std::string_view type = textOf(field, "type");
    if (isRelation(type)) {
        forEachId(textOf(field, "value"), [&](std::string_view id) {
            values.push_back({path, Json(id), true});
            values.push_back({path + ".id", Json(id), false});
        });
    } else if (!view.isUnset()) {
        addFieldValues(path, view.value(), values);
    } else if (isTextType(type)) {
        values.push_back({path, Json(""), false});
    }
}

void addGroup(const std::string& path, const JsonArray& metafields, const TypeSet& types,
              std::vector<FieldValue>& values);

void addItems(const std::string& path, const JsonArray& items, const TypeSet& types, std::vector<FieldValue>& values) {
    for (const Json& item : items) {
        const JsonObject* object = item.if_object();
        const JsonArray* children = object == nullptr ? nullptr : arrayOf(*object, "children");
        if (children != nullptr) addGroup(path, *children, types, values);
    }
}

void addGroup(const std::string& path, const JsonArray& metafields, const TypeSet& types,
              std::vector<FieldValue>& values) {
    for (const Json& entry : metafields) {
        const JsonObject* field = entry.if_object();
        if (field == nullptr) continue;
        const std::string key(textOf(*field, "key"));
        const std::string below = path.empty() ? key : path + "." + key;
        const MetafieldType* type = types.of(*field);
        const MetafieldShape shape = type == nullptr ? MetafieldShape::Value : type->shape();
        if (shape == MetafieldShape::Value) {
            addField(below, *field, values);
            continue;
        }
        const JsonArray* children = arrayOf(*field, "children");
        if (children == nullptr) continue;
        if (shape == MetafieldShape::Group) {
            addGroup(below, *children, types, values);
        } else {
            addItems(below, *children, types, values);
        }
    }
}

}  // namespace

std::vector<FieldValue> fieldValuesOf(const JsonArray& metafields, const TypeSet& types) {
    std::vector<FieldValue> values;
    addGroup("", metafields, types, values);
    return values;
}

}  // namespace inkwell::metafields
