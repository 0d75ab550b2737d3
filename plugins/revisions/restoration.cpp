#include "restoration.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include "comparison.h"
#include "inkwell/text.h"

namespace inkwell::revisions {

namespace {

constexpr std::array<std::string_view, 6> kFields = {"title", "slug", "content", "locale", "thumbnail", "options"};
constexpr std::string_view kMetadata = "metadata.";
constexpr std::string_view kMetafields = "metafields";
constexpr std::size_t kMaxFields = 1000;
constexpr std::size_t kMaxFieldLength = 500;

bool isPlainField(std::string_view name) { return std::find(kFields.begin(), kFields.end(), name) != kFields.end(); }

// A body takes null for a thumbnail alone.
void copyField(const ObjectRecord& from, std::string_view name, JsonObject& body) {
    const Json* value = from.fields.if_contains(name);
    if (value == nullptr || (value->is_null() && name != "thumbnail")) return;
    body[name] = *value;
}

JsonObject wholeBody(const ObjectRecord& object) {
    JsonObject body;
    for (const std::string_view name : kFields) copyField(object, name, body);
    body["metafields"] = object.metafields;
    return body;
}

auto positionOf(JsonArray& metafields, std::string_view key) {
    return std::find_if(metafields.begin(), metafields.end(),
                        [&](const Json& one) { return textOf(one.as_object(), "key") == key; });
}

// `path` is "seo.title" for what is inside a parent. "" or why it cannot be done.
std::string restoreMetafield(const JsonArray& from, std::string_view path, JsonArray& to) {
    const std::size_t dot = path.find('.');
    const std::string_view key = path.substr(0, dot);
    const JsonObject* source = findByKey(from, key);
    const auto target = positionOf(to, key);
    if (source == nullptr && target == to.end()) return "is in neither version of the object";
    if (dot == std::string_view::npos) {
        if (source == nullptr) {
            to.erase(target);
        } else if (target == to.end()) {
            to.push_back(*source);
        } else {
            *target = *source;
        }
        return {};
    }
    const JsonArray* children = source != nullptr ? arrayOf(*source, "children") : nullptr;
    Json* into = target != to.end() ? target->as_object().if_contains("children") : nullptr;
    if (children == nullptr || into == nullptr || !into->is_array() || textOf(*source, "type") != "parent") {
        return "'" + std::string(key) + "' is no parent in both versions; restore it as a whole";
    }
    return restoreMetafield(*children, path.substr(dot + 1), into->get_array());
}

void sortLike(const JsonArray& stored, JsonArray& metafields) {
    std::map<std::string_view, std::size_t> places;
    for (const Json& one : stored) places.emplace(textOf(one.as_object(), "key"), places.size());
    const auto placeOf = [&](const Json& one) {
        const auto found = places.find(textOf(one.as_object(), "key"));
        return found == places.end() ? places.size() : found->second;
    };
    std::stable_sort(metafields.begin(), metafields.end(),
                     [&](const Json& a, const Json& b) { return placeOf(a) < placeOf(b); });
    for (Json& one : metafields) {
        const JsonObject* const before = findByKey(stored, textOf(one.as_object(), "key"));
        // The items of a repeater are content.
        const char* const group = textOf(one.as_object(), "type") == "repeater" ? "repeater_fields" : "children";
        Json* const inner = one.as_object().if_contains(group);
        const JsonArray* const stood = before == nullptr ? nullptr : arrayOf(*before, group);
        if (stood != nullptr && inner != nullptr && inner->is_array()) sortLike(*stood, inner->get_array());
    }
}

}  // namespace

Restoration parseRestoration(const JsonObject& body) {
    Problems problems;
    JsonReader reader(body, "", problems);
    Restoration asked;
    asked.revision = reader.requiredText("revision", kMaxKeyLength).value_or("");
    asked.fields = reader.textArray("fields", kMaxFieldLength);
    if (asked.fields && (asked.fields->empty() || asked.fields->size() > kMaxFields)) {
        reader.problem("fields",
                       "must have 1 to " + std::to_string(kMaxFields) + " entries, or be absent for all fields");
    }
    const std::optional<std::string> as = reader.choice("as", {"draft", "live"});
    if (!body.contains("as")) reader.problem("as", "is required: 'draft' or 'live'");
    asked.asDraft = as == "draft";
    asked.keepRevision = reader.boolean("keep_revision").value_or(true);
    asked.triggerWebhook = reader.boolean("trigger_webhook").value_or(false);
    reader.flag("pretty");  // obeyed by the kernel
    reader.refuseOthers();
    problems.throwIfAny("the revision cannot be restored");
    return asked;
}

JsonObject restoredFields(const Restoration& asked, const ObjectRecord& revision, const ObjectRecord& object) {
    if (!asked.fields) return wholeBody(revision);
    Problems problems;
    JsonObject body;
    JsonArray metafields = object.metafields;
    bool changesMetafields = false;
    for (std::size_t i = 0; i < asked.fields->size(); ++i) {
        const std::string& field = asked.fields->at(i);
        const std::string path = "fields[" + std::to_string(i) + "]";
        if (isPlainField(field)) {
            copyField(revision, field, body);
        } else if (field == kMetafields) {
            metafields = revision.metafields;
            changesMetafields = true;
        } else if (field.starts_with(kMetadata) && field.size() > kMetadata.size()) {
            const std::string problem =
                restoreMetafield(revision.metafields, std::string_view(field).substr(kMetadata.size()), metafields);
            if (!problem.empty()) problems.add(path, "'" + field + "' " + problem);
            changesMetafields = true;
        } else {
            problems.add(path, "'" + field +
                                   "' is no field that can be restored: title, slug, content, locale, thumbnail, "
                                   "options, metafields or metadata.<key>");
        }
    }
    problems.throwIfAny("the revision cannot be restored");
    if (changesMetafields) body["metafields"] = std::move(metafields);
    return body;
}

void keepOrder(const ObjectRecord& object, JsonObject& body) {
    Json* const metafields = body.if_contains("metafields");
    if (metafields != nullptr) sortLike(object.metafields, metafields->get_array());
}

std::set<std::string, std::less<>> restoredKeys(const Restoration& asked) {
    std::set<std::string, std::less<>> keys;
    if (!asked.fields) return keys;
    for (const std::string& field : *asked.fields) {
        if (field == kMetafields) return {};
        if (!field.starts_with(kMetadata)) continue;
        const std::string path = field.substr(kMetadata.size());
        keys.insert(path.substr(0, path.find('.')));
    }
    return keys;
}

}  // namespace inkwell::revisions
