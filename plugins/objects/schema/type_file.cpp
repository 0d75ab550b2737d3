#include "schema/type_file.h"

#include <algorithm>
#include <array>
#include <utility>

#include "inkwell/error.h"
#include "metafield_walk.h"
#include "transfer/transfer_metafields.h"
#include "types/type_view.h"

namespace inkwell::objects {

namespace {

constexpr std::array kTypeOrder = {
    "slug",         "title",   "singular",        "emoji",        "singleton",      "options",
    "localization", "locales", "priority_locale", "preview_link", "keep_revisions", "enforce_validation"};
constexpr std::array kFieldOrder = {"type",     "title",       "key",           "help",           "value",
                                    "required", "regex",       "regex_message", "minlength",      "maxlength",
                                    "options",  "object_type", "children",      "repeater_fields"};
constexpr std::array kAdded = {"id", "object", "objects", "metadata"};
constexpr std::array kResponseOnly = {"extensions", "order", "created_at", "modifield_at", "metafields"};

bool isUsual(std::string_view name, const Json& value, const JsonObject& type) {
    if (name == "singular") return value == type.at("title");
    if (name == "options") return value == Json{{"slug_field", true}, {"content_editor", true}};
    if (value.is_null() || value == Json(false)) return true;
    return value.is_array() && value.get_array().empty();
}

JsonArray inOrder(const JsonArray& metafields);

// First what the order names, then what it does not know. A value that is not set, and empty nesting where there is
// other, say nothing.
JsonObject inOrder(const JsonObject& field) {
    JsonObject ordered;
    const auto take = [&](std::string_view name, const Json& value) {
        const bool isNested = (name == "children" || name == "repeater_fields") && value.is_array();
        if (name == "value" && value == Json("")) return;
        if (name == "children" && isNested && value.get_array().empty() && field.contains("repeater_fields")) return;
        ordered.emplace(name, isNested ? Json(inOrder(value.get_array())) : value);
    };
    for (const char* name : kFieldOrder) {
        if (const Json* value = field.if_contains(name)) take(name, *value);
    }
    for (const auto& member : field) {
        const std::string_view name = member.key();
        const auto is = [&](const char* known) { return name == known; };
        if (std::any_of(kAdded.begin(), kAdded.end(), is) || ordered.contains(name)) continue;
        if (std::none_of(kFieldOrder.begin(), kFieldOrder.end(), is)) take(name, member.value());
    }
    return ordered;
}

JsonArray inOrder(const JsonArray& metafields) {
    JsonArray ordered;
    for (const Json& field : metafields) {
        ordered.push_back(field.is_object() ? Json(inOrder(field.get_object())) : field);
    }
    return ordered;
}

JsonArray withoutReferences(JsonArray metafields) {
    const auto none = [](const std::string&) { return false; };
    clearDangling(metafields, none, none);
    return metafields;
}

bool namesNothing(JsonArray metafields) {
    const auto none = [](const std::string&) { return false; };
    return clearDangling(metafields, none, none) == 0;
}

bool isReference(std::string_view type) { return type == "file" || type == "object" || type == "objects"; }

bool isComplete(const JsonObject& field) {
    const std::string_view type = textOf(field, "type");
    return field.contains("value") || field.contains("children") || field.contains("repeater_fields") ||
           type == "parent" || type == "repeater" || type == "repeating_item";
}

const JsonObject* findByKey(const JsonArray* group, std::string_view key) {
    if (group == nullptr) return nullptr;
    for (const Json& field : *group) {
        if (field.is_object() && textOf(field.get_object(), "key") == key) return &field.get_object();
    }
    return nullptr;
}

/// Makes the metafields of a file those of a body.
class BodyMaker {
public:
    explicit BodyMaker(const std::map<std::string, std::string>& renamed) : renamed_(renamed) {}

    JsonArray make(const JsonArray& given, const JsonArray* before, const std::string& path) const {
        JsonArray made;
        for (const Json& one : given)
            made.push_back(one.is_object() ? Json(field(one.get_object(), before, path)) : one);
        return made;
    }

private:
    JsonObject field(const JsonObject& given, const JsonArray* group, const std::string& path) const {
        const std::string key(textOf(given, "key"));
        const std::string here = path.empty() ? key : path + "." + key;
        const auto renamed = renamed_.find(here);
        const JsonObject* own = findByKey(group, renamed == renamed_.end() ? key : renamed->second);
        if (own != nullptr && textOf(*own, "type") != textOf(given, "type")) own = nullptr;
        JsonObject made = given;
        made.stable_erase(kRenamedFrom);
        if (!isComplete(given)) made["value"] = "";
        if (own != nullptr) keepOwn(made, *own);
        for (const char* name : {"children", "repeater_fields"}) {
            const JsonArray* inner = arrayOf(given, name);
            const bool isItems = std::string_view(name) == "children" && given.contains("repeater_fields");
            if (inner == nullptr) continue;
            const JsonArray* theirs = own == nullptr ? nullptr : arrayOf(*own, name);
            made[name] = isItems ? items(*inner, theirs) : make(*inner, theirs, here);
        }
        if (given.contains("repeater_fields") && !made.contains("children")) made["children"] = JsonArray();
        return made;
    }

    // What the bucket knows and files do not.
    static void keepOwn(JsonObject& made, const JsonObject& own) {
        if (const Json* id = own.if_contains("id")) made["id"] = *id;
        const Json* value = own.if_contains("value");
        const Json* given = made.if_contains("value");
        if (isReference(textOf(made, "type")) && value != nullptr && given != nullptr && *given == Json("")) {
            made["value"] = *value;
        }
    }

    // The items that new objects begin with: those of the bucket, if they differ in what files do not say alone.
    JsonArray items(const JsonArray& given, const JsonArray* theirs) const {
        if (theirs != nullptr && inOrder(withoutReferences(withoutIds(*theirs))) == inOrder(given)) return *theirs;
        JsonArray made;
        for (const Json& item : given) {
            const JsonObject* object = item.if_object();
            const JsonArray* children = object == nullptr ? nullptr : arrayOf(*object, "children");
            made.push_back(item);
            if (children != nullptr) made.back().get_object()["children"] = make(*children, nullptr, "");
        }
        return made;
    }

    const std::map<std::string, std::string>& renamed_;
};

}  // namespace

JsonObject fileOf(const StoredType& type) {
    const JsonObject shown = renderType(type, {});
    JsonObject file;
    for (const char* name : kTypeOrder) {
        const Json* value = shown.if_contains(name);
        if (value != nullptr && !isUsual(name, *value, shown)) file.emplace(name, *value);
    }
    file.emplace("metafields", inOrder(withoutReferences(withoutIds(type.metafields))));
    return file;
}

std::optional<TypeFile> readTypeFile(const ObjectSchema::File& file, Problems& problems) {
    bool isSound = true;
    const auto refuse = [&](const std::string& member, std::string message) {
        problems.add(file.name + member, std::move(message));
        isSound = false;
    };
    const JsonObject* object = file.content.if_object();
    if (object == nullptr) {
        problems.add(file.name, "must be an object type: {\"slug\": ..., \"title\": ..., \"metafields\": [...]}");
        return std::nullopt;
    }
    TypeFile read;
    read.name = file.name;
    read.slug = textOf(*object, "slug");
    if (read.slug.empty()) refuse(": slug", "is required");
    if (!read.slug.empty() && file.name != read.slug + ".json") {
        refuse(": slug", "is '" + read.slug + "': name the file " + read.slug + ".json");
    }
    const JsonArray* metafields = arrayOf(*object, "metafields");
    if (metafields == nullptr) refuse(": metafields", "is required: an array, empty for no fields");
    if (const Json* marker = object->if_contains(kRenamedFrom)) {
        if (!marker->is_string()) refuse(std::string(": ") + kRenamedFrom, "must be a slug, or \"\" for none");
        read.renamedFrom = std::string(textOf(*object, kRenamedFrom));
    }
    if (metafields != nullptr && !namesNothing(*metafields)) {
        refuse(": metafields",
               "have defaults that name objects or files: these belong to a bucket, and are not kept in files");
    }
    if (!isSound) return std::nullopt;
    read.content = *object;
    for (const char* name : kResponseOnly) read.content.stable_erase(name);
    read.content.stable_erase(kRenamedFrom);
    read.content["metafields"] = inOrder(*metafields);
    return read;
}

JsonObject bodyOf(const TypeFile& file, const StoredType* before, const std::map<std::string, std::string>& renamed) {
    JsonObject body = file.content;
    body["metafields"] = BodyMaker(renamed).make(file.content.at("metafields").get_array(),
                                                 before == nullptr ? nullptr : &before->metafields, "");
    return body;
}

}  // namespace inkwell::objects
