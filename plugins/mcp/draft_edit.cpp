#include "draft_edit.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "inkwell/error.h"

namespace inkwell::mcp {

namespace {

constexpr std::string_view kMetadata = "metadata.";
constexpr std::string_view kMetafields = "metafields[";

bool isValueAlone(const Json& metafield) {
    const JsonObject& members = metafield.as_object();
    return members.size() == 2 && members.contains("key") && members.contains("value");
}

/// "[1]" for the one with the key; "" where none has it.
std::string placeOf(const JsonArray& metafields, std::string_view key) {
    for (std::size_t i = metafields.size(); i > 0; --i) {
        if (textOf(metafields[i - 1].as_object(), "key") == key) return "[" + std::to_string(i - 1) + "]";
    }
    return {};
}

std::string givenPath(const std::string& path, const JsonObject& object, const JsonObject& body,
                      const JsonArray& given) {
    if (path.starts_with(kMetadata)) {
        const std::string_view rest = std::string_view(path).substr(kMetadata.size());
        const std::string_view key = rest.substr(0, rest.find_first_of(".["));
        const std::string place = placeOf(given, key);
        if (place.empty()) return path;
        // Of one that the object lacks it may be the type that is missing.
        const JsonArray* stored = arrayOf(object, "metafields");
        const bool isKnown = stored != nullptr && !placeOf(*stored, key).empty();
        return "metafields" + place + (isKnown ? ".value" : "") + std::string(rest.substr(key.size()));
    }
    const JsonArray* sent = arrayOf(body, "metafields");
    const std::size_t end = path.find(']');
    if (sent == nullptr || !path.starts_with(kMetafields) || end == std::string::npos) return path;
    const std::size_t index = std::stoul(path.substr(kMetafields.size()));
    if (index >= sent->size() || !(*sent)[index].is_object()) return path;
    const std::string place = placeOf(given, textOf((*sent)[index].get_object(), "key"));
    return place.empty() ? path : "metafields" + place + path.substr(end + 1);
}

}  // namespace

void requireOneOfEachKey(const JsonObject& given) {
    const JsonArray* metafields = arrayOf(given, "metafields");
    if (metafields == nullptr) return;
    Problems problems;
    std::unordered_set<std::string> keys;
    for (std::size_t i = 0; i < metafields->size(); ++i) {
        const std::string key(textOf((*metafields)[i].as_object(), "key"));
        if (key.empty() || keys.insert(key).second) continue;
        problems.add("metafields[" + std::to_string(i) + "].key",
                     "'" + key + "' is already the key of another metafield of this group");
    }
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
    for (Json& problem : problems->get_array()) {
        JsonObject& members = problem.as_object();
        members["path"] = givenPath(std::string(textOf(members, "path")), object, body, *metafields);
    }
}

JsonArray mergeMetafields(JsonArray metafields, const JsonArray& given) {
    std::unordered_map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < metafields.size(); ++i) {
        if (metafields[i].is_object()) places.emplace(textOf(metafields[i].get_object(), "key"), i);
    }
    for (const Json& one : given) {
        const JsonObject& change = one.as_object();
        const auto [place, isNew] = places.emplace(textOf(change, "key"), metafields.size());
        if (isNew) {
            metafields.push_back(one);
        } else if (change.contains("type")) {
            metafields[place->second] = one;
        } else {
            for (const auto& [name, value] : change) metafields[place->second].get_object()[name] = value;
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
