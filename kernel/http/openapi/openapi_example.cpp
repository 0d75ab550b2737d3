#include "kernel/http/openapi/openapi_example.h"

#include <algorithm>
#include <optional>

namespace inkwell::kernel {

namespace {

constexpr std::string_view kComponents = "#/components/";
constexpr int kMaxLevels = 12;  // schemas may refer to themselves

const Json* firstOf(const JsonObject& schema, std::string_view name) {
    const JsonArray* all = arrayOf(schema, name);
    return all == nullptr || all->empty() ? nullptr : &all->front();
}

// The one that is said, or the first of several.
std::string typeOf(const JsonObject& schema) {
    const Json* first = firstOf(schema, "type");
    if (first != nullptr && first->is_string()) return std::string(first->get_string());
    if (!textOf(schema, "type").empty()) return std::string(textOf(schema, "type"));
    return schema.contains("properties") || schema.contains("required") ? "object" : "";
}

Json numberOf(const JsonObject& schema) {
    const Json* minimum = schema.if_contains("minimum");
    return minimum == nullptr ? Json(1) : *minimum;
}

class Maker {
public:
    explicit Maker(const JsonObject& components) : components_(components) {}

    Json valueOf(const Json& given, int level) const {
        const JsonObject* schema = given.if_object();
        if (schema == nullptr || level > kMaxLevels) return {};
        for (const char* name : {"examples", "enum"}) {
            if (const Json* first = firstOf(*schema, name)) return *first;
        }
        for (const char* name : {"const", "default"}) {
            if (const Json* value = schema->if_contains(name)) return *value;
        }
        if (const Json* target = targetOf(textOf(*schema, "$ref"))) return valueOf(*target, level + 1);
        Json value = ofType(*schema, level);
        for (const char* name : {"oneOf", "anyOf"}) {
            if (const Json* first = firstOf(*schema, name)) addTo(value, valueOf(*first, level + 1));
        }
        if (const JsonArray* all = arrayOf(*schema, "allOf")) {
            for (const Json& one : *all) addTo(value, valueOf(one, level + 1));
        }
        return value;
    }

private:
    const Json* targetOf(std::string_view reference) const {
        if (!reference.starts_with(kComponents)) return nullptr;
        reference.remove_prefix(kComponents.size());
        const std::size_t slash = std::min(reference.find('/'), reference.size());
        const Json* kind = components_.if_contains(reference.substr(0, slash));
        if (kind == nullptr || !kind->is_object() || slash == reference.size()) return nullptr;
        return kind->get_object().if_contains(reference.substr(slash + 1));
    }

    Json ofType(const JsonObject& schema, int level) const {
        const std::string type = typeOf(schema);
        if (type == "object") return objectOf(schema, level);
        if (type == "array") {
            const Json* items = schema.if_contains("items");
            return items == nullptr || level >= kMaxLevels ? JsonArray() : JsonArray{valueOf(*items, level + 1)};
        }
        if (type == "string") return textFor(schema);
        if (type == "integer" || type == "number") return numberOf(schema);
        if (type == "boolean") return true;
        return {};
    }

    static Json textFor(const JsonObject& schema) {
        if (textOf(schema, "format") == "date-time") return "2026-01-31T09:30:00.000Z";
        return "text";
    }

    // Members that need not be there are shown where an example is given for them.
    JsonObject objectOf(const JsonObject& schema, int level) const {
        JsonObject object;
        const Json* properties = schema.if_contains("properties");
        if (properties == nullptr || !properties->is_object()) return object;
        const JsonArray* required = arrayOf(schema, "required");
        for (const auto& [name, property] : properties->get_object()) {
            const bool isRequired =
                required != nullptr && std::find(required->begin(), required->end(), Json(name)) != required->end();
            const bool isShown = property.is_object() && firstOf(property.get_object(), "examples") != nullptr;
            if (isRequired || isShown) object.emplace(name, valueOf(property, level + 1));
        }
        return object;
    }

    static void addTo(Json& value, Json more) {
        if (!value.is_object() || !more.is_object()) {
            if (value.is_null()) value = std::move(more);
            return;
        }
        for (auto& [name, member] : more.get_object()) value.get_object().emplace(name, std::move(member));
    }

    const JsonObject& components_;
};

}  // namespace

Json exampleOf(const Json& schema, const JsonObject& components) { return Maker(components).valueOf(schema, 1); }

}  // namespace inkwell::kernel
