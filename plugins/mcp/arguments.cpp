#include "arguments.h"

#include <algorithm>

#include "inkwell/error.h"

namespace inkwell::mcp {

namespace {

bool isOfType(std::string_view type, const Json& value) {
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_bool();
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    return value.is_int64() || value.is_uint64();  // integer
}

std::string named(std::string_view type) {
    const bool isVowel = type.starts_with('a') || type.starts_with('i') || type.starts_with('o');
    return std::string(isVowel ? "an " : "a ").append(type);
}

void checkLimits(const JsonObject& schema, const Json& value, const std::string& path, Problems& problems) {
    const auto isOutside = [&](const char* bound, bool isLowest) {
        const Json* limit = schema.if_contains(bound);
        if (limit == nullptr || !value.is_number()) return false;
        const double given = value.to_number<double>();
        return isLowest ? given < limit->to_number<double>() : given > limit->to_number<double>();
    };
    if (isOutside("minimum", true) || isOutside("maximum", false)) {
        problems.add(path,
                     "must be from " + writeJson(schema.at("minimum")) + " to " + writeJson(schema.at("maximum")));
    }
    if (schema.contains("minLength") && value.is_string() && value.get_string().empty()) {
        problems.add(path, "must not be empty");
    }
    const JsonArray* values = arrayOf(schema, "enum");
    if (values != nullptr && std::find(values->begin(), values->end(), value) == values->end()) {
        problems.add(path, "must be one of " + writeJson(*values));
    }
}

void checkValue(const JsonObject& schema, const Json& value, const std::string& path, Problems& problems) {
    const std::string_view type = textOf(schema, "type");
    if (!isOfType(type, value)) return problems.add(path, "must be " + named(type));
    checkLimits(schema, value, path, problems);
    const Json* items = schema.if_contains("items");
    if (items == nullptr || !value.is_array()) return;
    std::size_t index = 0;
    for (const Json& item : value.get_array()) {
        checkValue(items->as_object(), item, path + "[" + std::to_string(index++) + "]", problems);
    }
}

}  // namespace

void checkArguments(const JsonObject& schema, const JsonObject& arguments) {
    Problems problems;
    const JsonObject& known = schema.at("properties").as_object();
    for (const auto& [name, value] : arguments) {
        const Json* property = known.if_contains(name);
        if (property == nullptr) {
            problems.add(std::string(name), "is no argument of this tool");
        } else {
            checkValue(property->as_object(), value, std::string(name), problems);
        }
    }
    if (const JsonArray* required = arrayOf(schema, "required")) {
        for (const Json& name : *required) {
            if (!arguments.contains(name.get_string())) problems.add(std::string(name.get_string()), "is required");
        }
    }
    problems.throwIfAny("the tool cannot be called like this");
}

}  // namespace inkwell::mcp
