#include "draft_edit.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "inkwell/error.h"

namespace inkwell::mcp {

namespace {

constexpr std::string_view kMetadata = "metadata.";
const std::string kMetafields = "metafields";
const std::string kChildren = ".children";

bool isParent(const JsonObject& metafield) { return textOf(metafield, "type") == "parent"; }

bool isValueAlone(const Json& metafield) {
    const JsonObject& members = metafield.as_object();
    return members.size() == 2 && members.contains("key") && members.contains("value");
}

std::string inBrackets(std::size_t index) { return "[" + std::to_string(index) + "]"; }

/// Where the one with the key stands.
std::optional<std::size_t> indexOf(const JsonArray& metafields, std::string_view key) {
    for (std::size_t i = metafields.size(); i > 0; --i) {
        const JsonObject* one = metafields[i - 1].if_object();
        if (one != nullptr && textOf(*one, "key") == key) return i - 1;
    }
    return std::nullopt;
}

/// "[2].children[1].value" in `sent`, into which `given` was merged: as "[0].children[0].value" in `given`, and
/// "["sidebar"].children["place"].value" where that has none of it.
std::string pathInGiven(std::string_view path, const JsonArray& sent, const JsonArray& given) {
    const std::size_t end = path.find(']');
    if (!path.starts_with('[') || end == std::string_view::npos) return std::string(path);
    const std::size_t index = std::stoul(std::string(path.substr(1, end)));
    const JsonObject* whole = index < sent.size() ? sent[index].if_object() : nullptr;
    const std::string key(whole == nullptr ? "" : textOf(*whole, "key"));
    if (key.empty()) return std::string(path);
    const auto place = indexOf(given, key);
    const JsonObject* own = place ? &given[*place].get_object() : nullptr;
    std::string rest(path.substr(end + 1));
    const JsonArray* children = arrayOf(*whole, "children");
    if (children != nullptr && rest.starts_with(kChildren)) {
        static const JsonArray kNone;
        const JsonArray* others = own == nullptr ? &kNone : arrayOf(*own, "children");
        const bool isMerged = own == nullptr || (isParent(*whole) && !own->contains("type") && others != nullptr);
        if (isMerged)
            rest = kChildren + pathInGiven(std::string_view(rest).substr(kChildren.size()), *children, *others);
    }
    return (place ? inBrackets(*place) : "[\"" + key + "\"]") + rest;
}

std::string givenPath(const std::string& path, const JsonObject& object, const JsonObject& body,
                      const JsonArray& given) {
    if (path.starts_with(kMetadata)) {
        const std::string_view rest = std::string_view(path).substr(kMetadata.size());
        const std::string_view key = rest.substr(0, rest.find_first_of(".["));
        const auto place = indexOf(given, key);
        if (!place) return path;
        // Of one that the object lacks it may be the type that is missing.
        const JsonArray* stored = arrayOf(object, "metafields");
        const bool isKnown = stored != nullptr && indexOf(*stored, key).has_value();
        return kMetafields + inBrackets(*place) + (isKnown ? ".value" : "") + std::string(rest.substr(key.size()));
    }
    const JsonArray* sent = arrayOf(body, "metafields");
    if (sent == nullptr || !path.starts_with(kMetafields + "[")) return path;
    return kMetafields + pathInGiven(std::string_view(path).substr(kMetafields.size()), *sent, given);
}

// The first problem stands in the message too, behind its path.
void nameInMessage(JsonObject& refusal, const std::string& before, const std::string& after) {
    std::string message(textOf(refusal, "message"));
    const std::string written = ": " + before + ": ";
    const std::size_t at = message.find(written);
    if (before == after || at == std::string::npos) return;
    refusal["message"] = message.replace(at, written.size(), ": " + after + ": ");
}

void addRepeatedKeys(const JsonArray& metafields, const std::string& path, Problems& problems) {
    std::unordered_set<std::string> keys;
    for (std::size_t i = 0; i < metafields.size(); ++i) {
        const JsonObject* one = metafields[i].if_object();
        if (one == nullptr) continue;
        const std::string place = path + inBrackets(i);
        const std::string key(textOf(*one, "key"));
        if (!key.empty() && !keys.insert(key).second) {
            problems.add(place + ".key", "'" + key + "' is already the key of another metafield of this group");
        }
        if (const JsonArray* children = arrayOf(*one, "children")) {
            addRepeatedKeys(*children, place + kChildren, problems);
        }
    }
}

// Of a parent the children one by one, too; the items of a repeater have no keys.
void change(JsonObject& metafield, const JsonObject& given) {
    for (const auto& [name, value] : given) {
        Json* before = metafield.if_contains(name);
        const bool isGroup = name == "children" && isParent(metafield) && before != nullptr && before->is_array();
        if (isGroup && value.is_array()) {
            *before = mergeMetafields(std::move(before->get_array()), value.get_array());
        } else {
            metafield[name] = value;
        }
    }
}

}  // namespace

void requireOneOfEachKey(const JsonObject& given) {
    const JsonArray* metafields = arrayOf(given, "metafields");
    if (metafields == nullptr) return;
    Problems problems;
    addRepeatedKeys(*metafields, kMetafields, problems);
    problems.throwIfAny("the draft cannot be edited");
}

JsonObject editOf(const JsonObject& object, JsonObject given) {
    if (!given.contains("title")) given["title"] = object.at("title");
    const JsonArray* metafields = arrayOf(given, "metafields");
    if (metafields == nullptr) return given;
    if (std::all_of(metafields->begin(), metafields->end(), isValueAlone)) {
        JsonObject values;
        for (const Json& one : *metafields) values[textOf(one.as_object(), "key")] = one.at("value");
        given.erase("metafields");
        given["metadata"] = std::move(values);
    } else {
        const JsonArray* before = arrayOf(object, "metafields");
        given["metafields"] = mergeMetafields(before == nullptr ? JsonArray() : *before, *metafields);
    }
    return given;
}

void nameGiven(JsonObject& refusal, const JsonObject& object, const JsonObject& body, const JsonObject& given) {
    const JsonArray* metafields = arrayOf(given, "metafields");
    Json* problems = refusal.if_contains("problems");
    if (metafields == nullptr || problems == nullptr || !problems->is_array()) return;
    bool isFirst = true;
    for (Json& problem : problems->get_array()) {
        JsonObject& members = problem.as_object();
        const std::string before(textOf(members, "path"));
        const std::string after = givenPath(before, object, body, *metafields);
        members["path"] = after;
        if (std::exchange(isFirst, false)) nameInMessage(refusal, before, after);
    }
}

JsonArray mergeMetafields(JsonArray metafields, const JsonArray& given) {
    std::unordered_map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < metafields.size(); ++i) {
        if (metafields[i].is_object()) places.emplace(textOf(metafields[i].get_object(), "key"), i);
    }
    for (const Json& one : given) {
        const JsonObject* metafield = one.if_object();
        if (metafield == nullptr) {  // is refused, where it stands
            metafields.push_back(one);
            continue;
        }
        const auto [place, isNew] = places.emplace(textOf(*metafield, "key"), metafields.size());
        if (isNew) {
            metafields.push_back(one);
        } else if (metafield->contains("type")) {
            metafields[place->second] = one;
        } else {
            change(metafields[place->second].get_object(), *metafield);
        }
    }
    return metafields;
}

JsonObject draftOver(const JsonObject& object, const JsonArray& changes, const JsonObject& given) {
    JsonObject body{{"status", "draft"}};
    for (const char* name : {"title", "slug", "content", "locale", "options", "metafields"}) {
        const Json* value = object.if_contains(name);
        if (value != nullptr && !value->is_null()) body[name] = *value;
    }
    for (const Json& change : changes) {
        if (textOf(change.as_object(), "field") != "thumbnail") continue;
        const Json& name = change.at("to");
        body["thumbnail"] = name.is_null() ? Json("") : name;
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
