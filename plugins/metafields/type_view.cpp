#include "type_view.h"

#include <algorithm>
#include <string_view>

#include "types/type_schema.h"

namespace inkwell::metafields {

namespace {

std::string_view nameOf(MetafieldShape shape) {
    switch (shape) {
        case MetafieldShape::Value:
            return "value";
        case MetafieldShape::Group:
            return "group";
        case MetafieldShape::Repeater:
            return "repeater";
    }
    return "value";
}

// "html-textarea" is "Html textarea".
std::string titleOf(std::string name) {
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '-' || c == '_'; }, ' ');
    if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 'a' + 'A');
    return name;
}

}  // namespace

JsonObject renderType(const MetafieldType& type, const std::string& plugin, TypeFaults& faults) {
    const bool hasValue = type.shape() == MetafieldShape::Value;
    return {{"type", type.name()},
            {"title", titleOf(type.name())},
            {"shape", nameOf(type.shape())},
            {"value", hasValue ? Json(valueSchemaOf(type, faults)) : Json()},
            {"members", memberSchemasOf(type, faults)},
            {"plugin", plugin.empty() ? Json() : Json(plugin)}};
}

}  // namespace inkwell::metafields
