#include "comparison.h"

#include <array>
#include <string>
#include <utility>

#include "inkwell/metafields_by_key.h"

namespace inkwell::revisions {

namespace {

constexpr std::array<std::string_view, 7> kFields = {"title",     "slug",   "content", "status",
                                                     "thumbnail", "locale", "options"};

void add(JsonArray& changes, const std::string& field, Json from, Json to) {
    changes.push_back(JsonObject{{"field", field}, {"from", std::move(from)}, {"to", std::move(to)}});
}

Json memberOf(const JsonObject& object, std::string_view name) {
    const Json* member = object.if_contains(name);
    return member != nullptr ? *member : Json();
}

bool isParent(const JsonObject* field) { return field != nullptr && textOf(*field, "type") == "parent"; }

// Ids are not of the content: who writes without them gets others.
JsonObject withoutIds(JsonObject field) {
    field.erase("id");
    for (const char* group : {"children", "repeater_fields"}) {
        Json* members = field.if_contains(group);
        if (members == nullptr || !members->is_array()) continue;
        for (Json& one : members->get_array()) {
            if (one.is_object()) one = withoutIds(std::move(one.get_object()));
        }
    }
    return field;
}

// What an editor sees of it; of a group that is all that it holds.
Json valueOf(const JsonObject* field) {
    if (field == nullptr) return nullptr;
    const bool hasValue = field->contains("value") || !field->contains("children");
    return memberOf(*field, hasValue ? "value" : "children");
}

void compare(const JsonArray& from, const JsonArray& to, const std::string& path, JsonArray& changes);

const JsonArray& childrenOf(const JsonObject& field) {
    static const JsonArray kNone;
    const JsonArray* children = arrayOf(field, "children");
    return children != nullptr ? *children : kNone;
}

void compareField(const JsonObject* from, const JsonObject* to, const std::string& path, JsonArray& changes) {
    if (isParent(from) && isParent(to)) return compare(childrenOf(*from), childrenOf(*to), path + ".", changes);
    if (from == nullptr || to == nullptr) return add(changes, "metadata." + path, valueOf(from), valueOf(to));
    const JsonObject before = withoutIds(*from);
    const JsonObject after = withoutIds(*to);
    if (before == after) return;
    if (valueOf(&before) != valueOf(&after)) return add(changes, "metadata." + path, valueOf(from), valueOf(to));
    // What it is called and what is allowed in it.
    add(changes, "metafields." + path, *from, *to);
}

void compare(const JsonArray& from, const JsonArray& to, const std::string& path, JsonArray& changes) {
    const MetafieldsByKey before(from);
    const MetafieldsByKey after(to);
    for (const Json& one : to) {
        const std::string key(textOf(one.as_object(), "key"));
        compareField(before.find(key), &one.as_object(), path + key, changes);
    }
    for (const Json& one : from) {
        const std::string key(textOf(one.as_object(), "key"));
        if (after.find(key) == nullptr) compareField(&one.as_object(), nullptr, path + key, changes);
    }
}

}  // namespace

const JsonObject* findByKey(const JsonArray& metafields, std::string_view key) {
    for (const Json& one : metafields) {
        const JsonObject* field = one.if_object();
        if (field != nullptr && textOf(*field, "key") == key) return field;
    }
    return nullptr;
}

JsonArray differencesOf(const ObjectRecord& from, const ObjectRecord& to) {
    JsonArray changes;
    for (const std::string_view name : kFields) {
        Json before = memberOf(from.fields, name);
        Json after = memberOf(to.fields, name);
        if (before != after) add(changes, std::string(name), std::move(before), std::move(after));
    }
    compare(from.metafields, to.metafields, "", changes);
    return changes;
}

}  // namespace inkwell::revisions
