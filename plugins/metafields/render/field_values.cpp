#include "render/field_values.h"

#include <algorithm>

#include "inkwell/text.h"
#include "render/contained_render.h"

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

MetafieldShape shapeOf(const JsonObject& field, const TypeSet& types) {
    const MetafieldType* type = types.of(field);
    return type == nullptr ? MetafieldShape::Value : type->shape();
}

JsonObject comparedGroup(const JsonArray& metafields, const TypeSet& types);

/// Finds nothing: a value that is unset refers to nothing.
class NoLookup : public RenderLookup {
public:
    Json object(std::string_view) const override { return nullptr; }
    Json media(std::string_view) const override { return nullptr; }
};

// As reads show it, but for what a key of its own finds in another form: related objects are ids, a file its name, and
// of an option the value counts.
Json comparedScalar(const JsonObject& field, const TypeSet& types) {
    const MetafieldView view{field, kNoPath};
    const std::string_view name = textOf(field, "type");
    const MetafieldType* type = types.of(field);
    if (name == "objects") {
        JsonArray ids;
        forEachId(textOf(field, "value"), [&](std::string_view id) { ids.emplace_back(id); });
        return ids;
    }
    return view.isUnset() && type != nullptr ? renderContained(types, *type, field, NoLookup()) : view.value();
}

Json comparedValue(const JsonObject& field, const TypeSet& types) {
    const MetafieldShape shape = shapeOf(field, types);
    if (shape == MetafieldShape::Value) return comparedScalar(field, types);
    const JsonArray* children = arrayOf(field, "children");
    if (shape == MetafieldShape::Group) return children == nullptr ? JsonObject() : comparedGroup(*children, types);
    JsonArray items;
    if (children == nullptr) return items;
    for (const Json& item : *children) {
        const JsonArray* fields = item.is_object() ? arrayOf(item.get_object(), "children") : nullptr;
        items.emplace_back(fields == nullptr ? JsonObject() : comparedGroup(*fields, types));
    }
    return items;
}

JsonObject comparedGroup(const JsonArray& metafields, const TypeSet& types) {
    JsonObject group;
    for (const Json& entry : metafields) {
        if (const JsonObject* field = entry.if_object()) {
            group.insert_or_assign(textOf(*field, "key"), comparedValue(*field, types));
        }
    }
    return group;
}

// The field stands where `path` begins: "" is its value itself.
bool anyObjectOfField(const JsonObject& field, std::string_view path, const TypeSet& types, const JsonTest& test) {
    const MetafieldShape shape = shapeOf(field, types);
    if (shape == MetafieldShape::Value) return anyObjectIn(MetafieldView{field, kNoPath}.value(), path, test);
    if (path.empty()) return anyObjectIn(comparedValue(field, types), path, test);
    const JsonArray* children = arrayOf(field, "children");
    if (children == nullptr) return false;
    if (shape == MetafieldShape::Group) return anyObjectOf(*children, path, types, test);
    return std::any_of(children->begin(), children->end(), [&](const Json& item) {
        const JsonArray* fields = item.is_object() ? arrayOf(item.get_object(), "children") : nullptr;
        return fields != nullptr && anyObjectOf(*fields, path, types, test);
    });
}

}  // namespace

bool anyObjectOf(const JsonArray& metafields, std::string_view path, const TypeSet& types, const JsonTest& test) {
    return std::any_of(metafields.begin(), metafields.end(), [&](const Json& entry) {
        const JsonObject* field = entry.if_object();
        if (field == nullptr) return false;
        const std::string_view key = textOf(*field, "key");
        if (!path.starts_with(key)) return false;
        if (path.size() == key.size()) return anyObjectOfField(*field, "", types, test);
        return path[key.size()] == '.' && anyObjectOfField(*field, path.substr(key.size() + 1), types, test);
    });
}

std::vector<FieldValue> fieldValuesOf(const JsonArray& metafields, const TypeSet& types) {
    std::vector<FieldValue> values;
    addGroup("", metafields, types, values);
    return values;
}

}  // namespace inkwell::metafields
