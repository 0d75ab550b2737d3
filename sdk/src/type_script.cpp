#include "inkwell/type_script.h"

#include <algorithm>
#include <vector>

namespace inkwell {

namespace {

constexpr const char* kAnything = "Json";

std::string unionOf(std::vector<std::string> types) {
    std::string all;
    std::vector<std::string> seen;
    for (std::string& type : types) {
        if (type == kAnything) return type;
        if (std::find(seen.begin(), seen.end(), type) != seen.end()) continue;
        all += (all.empty() ? "" : " | ") + type;
        seen.push_back(std::move(type));
    }
    return all.empty() ? kAnything : all;
}

std::string literalOf(const Json& value) { return value.is_structured() ? kAnything : std::string(writeJson(value)); }

std::string objectOf(const JsonObject& schema) {
    const Json* members = schema.if_contains("properties");
    if (members == nullptr || !members->is_object()) return "{ [key: string]: Json }";
    const JsonArray* required = arrayOf(schema, "required");
    std::string all;
    for (const auto& [name, member] : members->get_object()) {
        const bool isNeeded =
            required != nullptr && std::find(required->begin(), required->end(), Json(name)) != required->end();
        all += (all.empty() ? "" : " ") + typeScriptLiteral(name) + (isNeeded ? ": " : "?: ") +
               typeScriptOfSchema(member) + ";";
    }
    return "{ " + all + " }";
}

std::string namedType(std::string_view name, const JsonObject& schema) {
    if (name == "string" || name == "boolean" || name == "null") return std::string(name);
    if (name == "number" || name == "integer") return "number";
    if (name == "object") return objectOf(schema);
    if (name != "array") return kAnything;
    const Json* items = schema.if_contains("items");
    return typeScriptArray(items == nullptr ? kAnything : typeScriptOfSchema(*items));
}

std::string anyOf(const JsonArray& schemas) {
    std::vector<std::string> types;
    for (const Json& one : schemas) types.push_back(typeScriptOfSchema(one));
    return unionOf(std::move(types));
}

}  // namespace

std::string typeScriptLiteral(std::string_view text) { return writeJson(Json(text)); }

std::string typeScriptUnion(std::span<const std::string> texts) {
    std::vector<std::string> types;
    for (const std::string& text : texts) types.push_back(typeScriptLiteral(text));
    return types.empty() ? "string" : unionOf(std::move(types));
}

std::string typeScriptArray(const std::string& type) {
    return (type.find(" | ") == std::string::npos ? type : "(" + type + ")") + "[]";
}

std::string typeScriptOfSchema(const Json& schema) {
    const JsonObject* object = schema.if_object();
    if (object == nullptr) return kAnything;
    if (const Json* only = object->if_contains("const")) return literalOf(*only);
    if (const JsonArray* values = arrayOf(*object, "enum")) {
        std::vector<std::string> types;
        for (const Json& value : *values) types.push_back(literalOf(value));
        return unionOf(std::move(types));
    }
    for (const char* name : {"anyOf", "oneOf"})
        if (const JsonArray* schemas = arrayOf(*object, name)) return anyOf(*schemas);
    if (const JsonArray* names = arrayOf(*object, "type")) {
        std::vector<std::string> types;
        for (const Json& name : *names)
            types.push_back(name.is_string() ? namedType(name.get_string(), *object) : std::string(kAnything));
        return unionOf(std::move(types));
    }
    return namedType(textOf(*object, "type"), *object);
}

}  // namespace inkwell
