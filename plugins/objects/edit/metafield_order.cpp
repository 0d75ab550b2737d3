#include "edit/metafield_order.h"

#include <map>
#include <optional>
#include <string_view>

namespace inkwell::objects {

namespace {

struct Place {
    std::size_t index;
    const JsonObject* metafield;
};

std::map<std::string_view, Place> placesOf(const JsonArray& metafields) {
    std::map<std::string_view, Place> places;
    for (std::size_t i = 0; i < metafields.size(); ++i) {
        const JsonObject* metafield = metafields[i].if_object();
        if (metafield != nullptr) places.emplace(textOf(*metafield, "key"), Place{i, metafield});
    }
    return places;
}

bool isContent(const JsonObject& metafield) {
    return textOf(metafield, "key").empty() || textOf(metafield, "type") == "repeating_item";
}

bool keepsOrderInside(const JsonObject& before, const JsonObject& after) {
    for (const char* group : {"children", "repeater_fields"}) {
        const JsonArray* stood = arrayOf(before, group);
        const JsonArray* stands = arrayOf(after, group);
        if (stood != nullptr && stands != nullptr && !keepsMetafieldOrder(*stood, *stands)) return false;
    }
    return true;
}

bool keepsMetafieldOrderOf(const StoredObject& before, const StoredObject& after) {
    const JsonArray* stood = arrayOf(before.document, "metafields");
    const JsonArray* stands = arrayOf(after.document, "metafields");
    return stood == nullptr || stands == nullptr || keepsMetafieldOrder(*stood, *stands);
}

}  // namespace

bool keepsMetafieldOrder(const JsonArray& before, const JsonArray& after) {
    const std::map<std::string_view, Place> places = placesOf(before);
    std::size_t last = 0;  // where the one before stood
    for (const Json& entry : after) {
        const JsonObject* metafield = entry.if_object();
        if (metafield == nullptr || isContent(*metafield)) continue;
        const auto found = places.find(textOf(*metafield, "key"));
        if (found == places.end()) continue;
        if (found->second.index < last || !keepsOrderInside(*found->second.metafield, *metafield)) return false;
        last = found->second.index;
    }
    return true;
}

void requireMetafieldOrder(Sql& sql, const Access& access, const StoredObject& stored, const StoredObject& changed) {
    if (access.maySortMetafields() || keepsMetafieldOrderOf(stored, changed)) return;
    if (!stored.isLatest) {
        const std::optional<StoredObject> draft = ObjectStore(sql).find(stored.bucketId, stored.id, Visibility::Any);
        if (draft && keepsMetafieldOrderOf(*draft, changed)) return;
    }
    access.requireSortMetafields();
}

}  // namespace inkwell::objects
