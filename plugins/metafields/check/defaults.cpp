#include "check/defaults.h"

namespace inkwell::metafields {

JsonObject copyOfDefault(const JsonObject& templateField, Ids& ids) {
    JsonObject copy;
    copy.reserve(templateField.size() + 1);
    copy.emplace("id", ids.next());
    for (const auto& [name, member] : templateField) {
        if (name == "id") continue;
        const bool isGroup = name == "children" || name == "repeater_fields";
        if (isGroup && member.is_array()) {
            copy.emplace(name, copyOfDefaults(member.get_array(), ids));
        } else {
            copy.emplace(name, member);
        }
    }
    return copy;
}

JsonArray copyOfDefaults(const JsonArray& templateFields, Ids& ids) {
    JsonArray copies;
    copies.reserve(templateFields.size());
    for (const Json& field : templateFields) {
        if (field.is_object()) copies.push_back(copyOfDefault(field.get_object(), ids));
    }
    return copies;
}

JsonObject mergedOver(const JsonObject& fallback, const JsonObject& given) {
    if (textOf(fallback, "type") != textOf(given, "type")) return given;
    JsonObject merged(fallback);
    if (const auto id = merged.find("id"); id != merged.end()) merged.stable_erase(id);
    for (const auto& [name, member] : given) merged.insert_or_assign(name, member);
    return merged;
}

}  // namespace inkwell::metafields
