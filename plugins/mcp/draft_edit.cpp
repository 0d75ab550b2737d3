#include "draft_edit.h"

#include <algorithm>

namespace inkwell::mcp {

JsonArray mergeMetafields(JsonArray metafields, const JsonArray& given) {
    for (const Json& one : given) {
        const JsonObject& change = one.as_object();
        const auto found = std::find_if(metafields.begin(), metafields.end(), [&](const Json& metafield) {
            return metafield.is_object() && textOf(metafield.get_object(), "key") == textOf(change, "key");
        });
        if (found == metafields.end()) {
            metafields.push_back(one);
        } else if (change.contains("type")) {
            *found = one;
        } else {
            for (const auto& [name, value] : change) found->get_object()[name] = value;
        }
    }
    return metafields;
}

JsonObject draftOver(const JsonObject& object, const JsonObject& given, bool keepsThumbnail) {
    JsonObject body{{"status", "draft"}};
    for (const char* name : {"title", "slug", "content", "locale", "options", "metafields"}) {
        const Json* value = object.if_contains(name);
        if (value != nullptr && !value->is_null()) body[name] = *value;
    }
    if (const Json* thumbnail = object.if_contains("thumbnail"); thumbnail != nullptr && keepsThumbnail) {
        body["thumbnail"] = thumbnail->is_null() ? Json("") : *thumbnail;
    }
    for (const auto& [name, value] : given) {
        if (name != "metafields") body[name] = value;
    }
    if (const JsonArray* metafields = arrayOf(given, "metafields")) {
        const JsonArray* before = arrayOf(object, "metafields");
        body["metafields"] = mergeMetafields(before == nullptr ? JsonArray() : *before, *metafields);
    }
    return body;
}

}  // namespace inkwell::mcp
