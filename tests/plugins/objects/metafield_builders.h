#pragma once

#include <string>
#include <utility>

#include "inkwell/json.h"

namespace inkwell::objects {

// Metafields of object types, as requests send them.

inline JsonObject field(const std::string& key, const std::string& title, const std::string& type = "text") {
    return {{"type", type}, {"title", title}, {"key", key}};
}

inline JsonObject group(const std::string& key, JsonArray children) {
    JsonObject one = field(key, "Group", "parent");
    one["children"] = std::move(children);
    return one;
}

inline JsonObject repeater(const std::string& key, JsonArray templates, JsonArray items = {}) {
    JsonObject one = field(key, "Repeater", "repeater");
    one["repeater_fields"] = std::move(templates);
    one["children"] = std::move(items);
    return one;
}

}  // namespace inkwell::objects
