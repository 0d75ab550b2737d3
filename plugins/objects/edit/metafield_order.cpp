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

using Places = std::map<std::string_view, Place>;

Places placesOf(const JsonArray& metafields) {
    Places places;
    for (std::size_t i = 0; i < metafields.size(); ++i) {
        const JsonObject* metafield = metafields[i].if_object();
        if (metafield != nullptr) places.emplace(textOf(*metafield, "key"), Place{i, metafield});
    }
    return places;
}

bool isContent(const JsonObject& metafield) {
    return textOf(metafield, "key").empty() || textOf(metafield, "type") == "repeating_item";
}

// Of the metafields that were there before; one of them that `order` does not have is in no such order.
bool isInOrder(const Places& order, const JsonArray& after, const Places& before) {
    std::size_t last = 0;  // where the one before stood
    for (const Json& entry : after) {
        const JsonObject* metafield = entry.if_object();
        if (metafield == nullptr || isContent(*metafield) || !before.contains(textOf(*metafield, "key"))) continue;
        const auto found = order.find(textOf(*metafield, "key"));
        if (found == order.end() || found->second.index < last) return false;
        last = found->second.index;
    }
    return true;
}

bool keepsOrderInside(const JsonObject& before, const JsonObject& after, const JsonObject* type) {
    for (const char* group : {"children", "repeater_fields"}) {
        const JsonArray* stood = arrayOf(before, group);
        const JsonArray* stands = arrayOf(after, group);
        if (stood == nullptr || stands == nullptr) continue;
        const JsonArray* ofType = type == nullptr ? nullptr : arrayOf(*type, group);
        if (!keepsMetafieldOrder(*stood, *stands, ofType)) return false;
    }
    return true;
}

bool keepsMetafieldOrderOf(const StoredObject& before, const StoredObject& after, const TypeRules* type) {
    const JsonArray* stood = arrayOf(before.document, "metafields");
    const JsonArray* stands = arrayOf(after.document, "metafields");
    return stood == nullptr || stands == nullptr ||
           keepsMetafieldOrder(*stood, *stands, type == nullptr ? nullptr : &type->metafields);
}

}  // namespace

bool keepsMetafieldOrder(const JsonArray& before, const JsonArray& after, const JsonArray* type) {
    const Places places = placesOf(before);
    const Places ofType = type == nullptr ? Places() : placesOf(*type);
    if (!isInOrder(places, after, places) && !isInOrder(ofType, after, places)) return false;
    for (const Json& entry : after) {
        const JsonObject* metafield = entry.if_object();
        if (metafield == nullptr || isContent(*metafield)) continue;
        const auto found = places.find(textOf(*metafield, "key"));
        if (found == places.end()) continue;
        const auto defined = ofType.find(found->first);
        const JsonObject* own = defined == ofType.end() ? nullptr : defined->second.metafield;
        if (!keepsOrderInside(*found->second.metafield, *metafield, own)) return false;
    }
    return true;
}

void requireMetafieldOrder(Sql& sql, const Access& access, const TypeRules* type, const StoredObject& stored,
                           const StoredObject& changed) {
    if (access.maySortMetafields() || keepsMetafieldOrderOf(stored, changed, type)) return;
    if (!stored.isLatest) {
        const std::optional<StoredObject> draft = ObjectStore(sql).find(stored.bucketId, stored.id, Visibility::Any);
        if (draft && keepsMetafieldOrderOf(*draft, changed, type)) return;
    }
    access.requireSortMetafields();
}

}  // namespace inkwell::objects
