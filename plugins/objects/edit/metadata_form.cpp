#include "edit/metadata_form.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "inkwell/metafield_engine.h"
#include "inkwell/metafields_by_key.h"
#include "metafield_walk.h"

namespace inkwell::objects {

namespace {

constexpr std::string_view kValue = ".value";
constexpr std::string_view kChildren = ".children";
constexpr std::size_t kMostMade = MetafieldEngine::kMostMade;
constexpr std::size_t kMostMadeBytes = MetafieldEngine::kMostMadeBytes;

// Of a related object that a read shows opened, of a media record, of an option.
std::string_view identityOf(std::string_view type) {
    if (type == "object" || type == "objects") return "id";
    if (type == "file") return "name";
    return type == "select-dropdown" ? "value" : "";
}

Json identified(std::string_view type, const Json& shown) {
    const JsonObject* object = shown.if_object();
    const std::string_view name = identityOf(type);
    const Json* identity = object != nullptr && !name.empty() ? object->if_contains(name) : nullptr;
    return identity != nullptr ? *identity : shown;
}

// What a read shows, as it is stored.
Json valueOf(std::string_view type, const Json& shown) {
    if (type == "json") return shown;
    if (shown.is_null()) return "";
    const JsonArray* array = shown.if_array();
    if (type != "objects" || array == nullptr) return identified(type, shown);
    std::string ids;
    for (const Json& one : *array) {
        const Json id = identified(type, one);
        if (!id.is_string()) return shown;
        ids.append(ids.empty() ? "" : ",").append(id.get_string());
    }
    return Json(ids);
}

class Form {
public:
    explicit Form(Problems& problems) : problems_(problems) {}

    // The group with everything that it had, and what is given.
    JsonArray group(const JsonObject& given, const JsonArray& known, const std::string& path) {
        JsonArray whole;
        for (const Json& one : known) {
            const std::string_view key = one.is_object() ? textOf(one.get_object(), "key") : "";
            const Json* value = given.if_contains(key);
            whole.push_back(value == nullptr ? one : Json(field(one.get_object(), *value, path)));
        }
        const MetafieldsByKey knownByKey(known);
        for (const auto& [key, value] : given)
            if (knownByKey.find(key) == nullptr) whole.push_back(field(JsonObject{{"key", key}}, value, path));
        return whole;
    }

    JsonObject field(JsonObject whole, const Json& value, const std::string& parentPath) {
        const std::string path = parentPath + "." + std::string(textOf(whole, "key"));
        if (const JsonArray* templates = arrayOf(whole, "repeater_fields")) {
            whole["children"] = items(value, *templates, path);
        } else if (const JsonArray* children = arrayOf(whole, "children")) {
            if (const JsonObject* given = value.if_object()) {
                whole["children"] = group(*given, *children, path);
            } else {
                problems_.add(path, "must be an object with the values of the parent's metafields by their keys");
            }
        } else {
            whole["value"] = valueOf(textOf(whole, "type"), value);
        }
        return whole;
    }

private:
    JsonArray items(const Json& value, const JsonArray& templates, const std::string& path) {
        JsonArray items;
        const JsonArray* given = value.if_array();
        const bool isList = given != nullptr && std::all_of(given->begin(), given->end(),
                                                            [](const Json& item) { return item.is_object(); });
        if (!isList) {
            problems_.add(path, "must be an array of objects, one for each item of the repeater");
            return items;
        }
        if (!given->empty() && !hasRoomFor(given->size(), templates)) {
            problems_.add(path, "would make the metadata too large: at most " + std::to_string(kMostMade) +
                                    " metafields are made of the templates of repeaters at once, of at most " +
                                    std::to_string(kMostMadeBytes) + " bytes");
            return items;
        }
        for (const Json& item : *given) {
            items.push_back(
                JsonObject{{"type", "repeating_item"}, {"children", group(item.get_object(), templates, path)}});
        }
        return items;
    }

    // Every item, be it `{}`, becomes a copy of all templates.
    bool hasRoomFor(std::size_t items, const JsonArray& templates) {
        made_ += items * templates.size();
        madeBytes_ += items * writeJson(templates).size();
        return made_ <= kMostMade && madeBytes_ <= kMostMadeBytes;
    }

    Problems& problems_;
    std::size_t made_ = 0;
    std::size_t madeBytes_ = 0;
};

// Takes "[2]" from the front of `place`: the element that it means, or null.
const JsonObject* takeElement(const JsonArray& array, std::string_view& place) {
    std::size_t index = 0;
    const char* end = place.data() + place.size();
    const auto [after, error] = std::from_chars(place.data() + std::min<std::size_t>(1, place.size()), end, index);
    if (!place.starts_with('[') || error != std::errc() || after == end || *after != ']' || index >= array.size()) {
        return nullptr;
    }
    place.remove_prefix(static_cast<std::size_t>(after + 1 - place.data()));
    return array[index].if_object();
}

constexpr std::string_view kType = ".type";
constexpr std::string_view kTitle = ".title";
constexpr std::string_view kRequired = "is required";

struct Place {
    std::string keys;                   // ".steps[0].text"
    std::string_view rest;              // of the metafield, what is wrong with it beside its value: ".type"
    const JsonObject* field = nullptr;  // the innermost
};

// "[1].children[0].children[2].value" as ".steps[0].text".
Place placeByKeys(const JsonArray& given, std::string_view place) {
    Place found;
    std::string& keys = found.keys;
    const JsonArray* group = &given;
    while (group != nullptr) {
        const JsonObject* field = takeElement(*group, place);
        if (field == nullptr) break;
        keys += "." + std::string(textOf(*field, "key"));
        found.field = field;
        group = nullptr;
        if (place.starts_with(kValue)) place.remove_prefix(kValue.size());
        if (!place.starts_with(kChildren)) break;
        place.remove_prefix(kChildren.size());
        group = arrayOf(*field, "children");
        if (group == nullptr || arrayOf(*field, "repeater_fields") == nullptr) continue;
        const std::string_view whole = place;
        const JsonObject* item = takeElement(*group, place);
        if (item == nullptr) break;
        keys.append(whole.substr(0, whole.size() - place.size()));
        if (place.starts_with(kChildren)) place.remove_prefix(kChildren.size());
        group = arrayOf(*item, "children");
    }
    found.rest = place;
    return found;
}

// A metafield without a type is one that nobody knows: here no type can be given, nor the title that goes with it.
std::string unknownKey(const std::string& message) {
    if (message.starts_with(std::string(kRequired) + ": ")) return message.substr(kRequired.size() + 2);
    return "is no metafield of this object, and no type defines it; 'metafields' takes it with a type";
}

}  // namespace

JsonArray metafieldsOf(const JsonObject& metadata, const JsonArray& stored, const JsonArray* templates,
                       const std::string& path, Problems& problems) {
    Form form(problems);
    // An id of the type is no id for a metafield of an object.
    const JsonArray fresh = templates != nullptr ? withoutIds(*templates) : JsonArray();
    const MetafieldsByKey storedByKey(stored);
    const MetafieldsByKey freshByKey(fresh);
    JsonArray given;
    for (const auto& [key, value] : metadata) {
        const JsonObject* known = storedByKey.find(key);
        if (known == nullptr) known = freshByKey.find(key);
        given.push_back(form.field(known != nullptr ? *known : JsonObject{{"key", key}}, value, path));
    }
    return given;
}

void addByKey(const Problems& found, const JsonArray& given, const std::string& path, Problems& problems) {
    for (const Problem& problem : found.list()) {
        if (!problem.path.starts_with(path + "[")) {
            problems.add(problem.path, problem.message);
            continue;
        }
        const Place place = placeByKeys(given, std::string_view(problem.path).substr(path.size()));
        const bool isUnknown = place.field != nullptr && !place.field->contains("type");
        if (isUnknown && place.rest == kTitle) continue;  // beside one for the type
        if (place.rest == kType) {
            problems.add(path + place.keys, isUnknown ? unknownKey(problem.message) : problem.message);
        } else {
            problems.add(path + place.keys + std::string(place.rest), problem.message);
        }
    }
}

}  // namespace inkwell::objects
