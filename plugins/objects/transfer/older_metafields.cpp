#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>

#include "inkwell/slug.h"
#include "transfer/older_form.h"

namespace inkwell::objects {

namespace {

constexpr std::array<std::string_view, 8> kKeptMembers = {"type",  "title",         "key",      "value",
                                                          "regex", "regex_message", "required", "object_type"};

constexpr std::array<std::string_view, 17> kKnownMembers = {
    "type", "title", "key", "value", "regex", "regex_message", "required", "object_type", "minlength", "maxlength",
    "options", "children", "repeater_fields", "helptext",
    // Of the form in which it was edited, and of the answer in which it was read.
    "edit", "id", "_id"};

bool isGroup(std::string_view type) { return type == "parent" || type == "repeater" || type == "repeating_item"; }

const JsonArray& childrenOf(const JsonObject& metafield) {
    static const JsonArray kNone;
    const JsonArray* children = arrayOf(metafield, "children");  // the older form also writes null and false
    return children != nullptr ? *children : kNone;
}

/// The keys of one group, each of which is given once. All other writers wait: it does not count anew for each of them.
class Keys {
public:
    std::string claim(const std::string& key) {
        if (taken_.insert(key).second) return key;
        int& number = next_.try_emplace(key, 2).first->second;
        while (true) {
            std::string free = key + "_" + std::to_string(number++);
            if (taken_.insert(free).second) return free;
        }
    }

private:
    std::set<std::string> taken_;
    std::map<std::string, int> next_;
};

std::set<std::string> keysOf(const JsonArray& metafields) {
    std::set<std::string> keys;
    for (const Json& one : metafields) keys.emplace(textOf(one.as_object(), "key"));
    return keys;
}

// Numbers were written as texts, switches as words.
Json convertValue(std::string_view type, const Json& value, const Note& note) {
    if (value.is_null()) return type == "json" ? Json() : Json("");
    if (!value.is_string()) return value;
    const std::string_view text = value.get_string();
    if (type == "number" && !text.empty()) {
        double number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error == std::errc() && end == text.data() + text.size()) {
            note("a number written as text became a number");
            return number;
        }
    }
    if (type == "switch" && !text.empty()) {
        const bool yes = text == "true" || text == "yes";
        if (yes || text == "false" || text == "no") {
            note("a switch written as text became a boolean");
            return yes;
        }
    }
    return value;
}

void copyLength(const JsonObject& from, JsonObject& to, std::string_view name) {
    const Json* value = from.if_contains(name);
    if (value != nullptr && value->is_number()) to[name] = *value;
}

void copyOptions(const JsonObject& from, JsonObject& to) {
    const Json* options = from.if_contains("options");
    if (options == nullptr || options->is_null()) return;
    Json copy = *options;
    if (copy.is_array() && textOf(from, "type") == "select-dropdown") {
        for (Json& option : copy.get_array()) {
            JsonObject* object = option.if_object();
            if (object != nullptr && textOf(*object, "key").empty()) (*object)["key"] = textOf(*object, "value");
        }
    }
    to["options"] = std::move(copy);
}

JsonObject copyField(const JsonObject& older, const Note& note) {
    const std::string_view type = textOf(older, "type");
    JsonObject field;
    for (const std::string_view name : kKeptMembers) {
        const Json* value = older.if_contains(name);
        if (value == nullptr || (name != "value" && value->is_null())) continue;
        if (name == "required" && value->is_int64()) {
            field[name] = value->get_int64() != 0;
        } else if (name == "value") {
            field[name] = convertValue(type, *value, note);
        } else {
            field[name] = *value;
        }
    }
    if (textOf(field, "title").empty()) field["title"] = textOf(field, "key");
    if (textOf(field, "key").empty()) field["key"] = deriveSlug(textOf(field, "title"), "field");
    copyLength(older, field, "minlength");
    copyLength(older, field, "maxlength");
    copyOptions(older, field);
    if (const std::string_view help = textOf(older, "helptext"); !help.empty()) field["help"] = help;
    noteOthers(older, kKnownMembers, "a metafield", note);
    return field;
}

void blankValues(JsonObject& metafield) {
    if (metafield.contains("value")) metafield["value"] = "";
    for (const char* member : {"children", "repeater_fields"}) {
        Json* nested = metafield.if_contains(member);
        if (nested == nullptr) continue;
        if (textOf(metafield, "type") == "repeater" && std::string_view(member) == "children") {
            nested->emplace_array();
            continue;
        }
        for (Json& child : nested->as_array()) blankValues(child.as_object());
    }
}

JsonObject groupOf(const JsonObject& field, std::string_view type) {
    return {{"type", type}, {"title", field.at("title")}, {"key", field.at("key")}};
}

JsonObject repeaterOf(const JsonObject& field, const JsonArray& children) {
    JsonArray templates;
    JsonArray items;
    std::set<std::string> known;
    for (const Json& child : children) {
        if (known.emplace(textOf(child.as_object(), "key")).second) {
            JsonObject blank = child.as_object();
            blankValues(blank);
            templates.push_back(std::move(blank));
        }
        items.push_back(JsonObject{{"type", "repeating_item"}, {"children", JsonArray{child}}});
    }
    JsonObject repeater = groupOf(field, "repeater");
    repeater["repeater_fields"] = std::move(templates);
    repeater["children"] = std::move(items);
    return repeater;
}

// A value beside children has no place in a group: it moves in as its first child.
void keepOwnValue(const JsonObject& field, JsonArray& children, const Note& note) {
    if (textOf(field, "value").empty()) return;
    Keys keys;
    for (const Json& child : children) keys.claim(std::string(textOf(child.as_object(), "key")));
    JsonObject own = field;
    own["title"] = "Value";
    own["key"] = keys.claim("value");
    children.insert(children.begin(), std::move(own));
    note("the value of a field with children was kept as its child 'value'");
}

JsonObject convertWithChildren(const JsonObject& field, JsonArray children, const Note& note) {
    const bool repeats = keysOf(children).size() < children.size();
    if (!repeats) {
        keepOwnValue(field, children, note);
        note("a text field with children became a parent");
        JsonObject parent = groupOf(field, "parent");
        parent["children"] = std::move(children);
        return parent;
    }
    note("a text field with children of the same key became a repeater");
    JsonObject repeater = repeaterOf(field, children);
    if (textOf(field, "value").empty()) return repeater;
    repeater["key"] = "items";
    JsonArray both;
    both.push_back(std::move(repeater));
    keepOwnValue(field, both, note);
    JsonObject parent = groupOf(field, "parent");
    parent["children"] = std::move(both);
    return parent;
}

// Children as they are: their keys may repeat.
JsonArray convertAll(const JsonArray& metafields, const Note& note);

JsonObject convertOne(const JsonObject& older, const Note& note) {
    const std::string_view type = textOf(older, "type");
    JsonArray children = convertAll(childrenOf(older), note);
    if (type == "repeating_item") return {{"type", "repeating_item"}, {"children", std::move(children)}};
    JsonObject field = copyField(older, note);
    if (isGroup(type)) {
        field.stable_erase("value");
        field["children"] = std::move(children);
        if (type == "repeater") {
            const JsonArray* templates = arrayOf(older, "repeater_fields");
            field["repeater_fields"] = templates != nullptr ? convertOlderMetafields(*templates, note) : JsonArray();
        }
        return field;
    }
    if (!field.contains("value")) field["value"] = "";
    return children.empty() ? field : convertWithChildren(field, std::move(children), note);
}

JsonArray convertAll(const JsonArray& metafields, const Note& note) {
    JsonArray converted;
    for (const Json& one : metafields) {
        if (one.is_object()) {
            converted.push_back(convertOne(one.get_object(), note));
        } else {
            note("a metafield that is no object was left out");
        }
    }
    return converted;
}

}  // namespace

JsonArray convertOlderMetafields(const Json& metafields, const Note& note) {
    if (!metafields.is_array()) {
        if (!metafields.is_null() && metafields != false) note("metafields that are no array were left out");
        return {};
    }
    JsonArray converted = convertAll(metafields.get_array(), note);
    Keys keys;
    for (Json& one : converted) {
        JsonObject& field = one.as_object();
        const std::string key(textOf(field, "key"));
        const std::string free = keys.claim(key);
        if (free == key) continue;
        field["key"] = free;
        note("a key used twice was numbered");
    }
    return converted;
}

}  // namespace inkwell::objects
