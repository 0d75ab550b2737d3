#include "edit/metadata_form.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

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

using ByKey = std::map<std::string_view, const JsonObject*>;

void addTo(ByKey& known, const JsonArray& metafields) {
    for (const Json& one : metafields)
        if (one.is_object()) known.try_emplace(textOf(one.get_object(), "key"), &one.get_object());
}

// What is stored beside the templates: an item may have what no template of its repeater names.
class Stored {
public:
    Stored() = default;
    // Of the item that is stored at the same place, and of all: items may have been moved.
    Stored(const ByKey& here, const ByKey& all) : here_(&here), all_(&all) {}

    const JsonObject* find(std::string_view key) const {
        for (const ByKey* known : {here_, all_}) {
            if (known == nullptr) continue;
            if (const auto found = known->find(key); found != known->end()) return found->second;
        }
        return nullptr;
    }

private:
    const ByKey* here_ = nullptr;
    const ByKey* all_ = nullptr;
};

class StoredItems {
public:
    explicit StoredItems(const JsonArray& items) {
        for (const Json& item : items) {
            items_.emplace_back();
            const JsonArray* children = item.is_object() ? arrayOf(item.get_object(), "children") : nullptr;
            if (children == nullptr) continue;
            addTo(items_.back(), *children);
            addTo(all_, *children);
        }
    }
    Stored at(std::size_t index) const { return {index < items_.size() ? items_[index] : all_, all_}; }

private:
    std::vector<ByKey> items_;
    ByKey all_;
};

class Form {
public:
    explicit Form(Problems& problems) : problems_(problems) {}

    // The group with everything that it had, and what is given.
    JsonArray group(const JsonObject& given, const JsonArray& known, const Stored& stored, const std::string& path) {
        JsonArray whole;
        for (const Json& one : known) {
            const std::string_view key = one.is_object() ? textOf(one.get_object(), "key") : "";
            const Json* value = given.if_contains(key);
            whole.push_back(value == nullptr ? one : Json(field(one.get_object(), *value, stored.find(key), path)));
        }
        const MetafieldsByKey knownByKey(known);
        for (const auto& [key, value] : given) {
            if (knownByKey.find(key) != nullptr) continue;
            const JsonObject* beside = stored.find(key);
            if (beside == nullptr) {
                whole.push_back(field(JsonObject{{"key", key}}, value, nullptr, path));
            } else if (hasRoomFor(1, JsonArray{*beside}, path)) {
                whole.push_back(field(*beside, value, nullptr, path));
            }
        }
        return whole;
    }

    // `stored` is what an item has of it, where `known` is a template. Both outlive the form.
    JsonObject field(const JsonObject& known, const Json& value, const JsonObject* stored,
                     const std::string& parentPath) {
        JsonObject whole = known;
        const std::string path = parentPath + "." + std::string(textOf(whole, "key"));
        const JsonArray* had = arrayOf(stored != nullptr ? *stored : known, "children");
        if (const JsonArray* templates = arrayOf(known, "repeater_fields")) {
            whole["children"] = items(value, *templates, had, path);
        } else if (const JsonArray* children = arrayOf(known, "children")) {
            if (const JsonObject* given = value.if_object()) {
                whole["children"] = group(*given, *children, stored != nullptr ? storedGroup(had) : Stored(), path);
            } else {
                problems_.add(path, "must be an object with the values of the parent's metafields by their keys");
            }
        } else {
            whole["value"] = valueOf(textOf(whole, "type"), value);
        }
        return whole;
    }

private:
    JsonArray items(const Json& value, const JsonArray& templates, const JsonArray* had, const std::string& path) {
        JsonArray items;
        const JsonArray* given = value.if_array();
        const bool isList = given != nullptr && std::all_of(given->begin(), given->end(),
                                                            [](const Json& item) { return item.is_object(); });
        if (!isList) {
            problems_.add(path, "must be an array of objects, one for each item of the repeater");
            return items;
        }
        if (!given->empty() && !hasRoomFor(given->size(), templates, path)) return items;
        for (std::size_t i = 0; i < given->size(); ++i) {
            JsonArray children = group(given->at(i).as_object(), templates, storedItem(had, i), path);
            items.push_back(JsonObject{{"type", "repeating_item"}, {"children", std::move(children)}});
        }
        return items;
    }

    // Every one is gone through once: thousands of items given may share what is stored.
    Stored storedGroup(const JsonArray* had) {
        if (had == nullptr) return {};
        const auto [found, isNew] = groups_.try_emplace(had);
        if (isNew) addTo(found->second, *had);
        return {found->second, found->second};
    }
    Stored storedItem(const JsonArray* had, std::size_t index) {
        return had != nullptr ? repeaters_.try_emplace(had, *had).first->second.at(index) : Stored();
    }

    // Every item, be it `{}`, becomes a copy of all templates.
    bool hasRoomFor(std::size_t items, const JsonArray& templates, const std::string& path) {
        if (made_ > kMostMade || madeBytes_ > kMostMadeBytes) return false;
        made_ += items * templates.size();
        madeBytes_ += items * writeJson(templates).size();
        if (made_ <= kMostMade && madeBytes_ <= kMostMadeBytes) return true;
        problems_.add(path, "would make the metadata too large: at most " + std::to_string(kMostMade) +
                                " metafields are made of the templates of repeaters at once, of at most " +
                                std::to_string(kMostMadeBytes) + " bytes");
        return false;
    }

    Problems& problems_;
    std::size_t made_ = 0;
    std::size_t madeBytes_ = 0;
    std::map<const JsonArray*, ByKey> groups_;
    std::map<const JsonArray*, StoredItems> repeaters_;
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
        const JsonObject unknown{{"key", key}};
        given.push_back(form.field(known != nullptr ? *known : unknown, value, nullptr, path));
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
