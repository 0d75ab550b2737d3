#include "transfer/older_form.h"

#include <algorithm>
#include <array>

#include "inkwell/slug.h"
#include "inkwell/text.h"

namespace inkwell::objects {

namespace {

constexpr std::size_t kMaxNameInNote = 60;
constexpr const char* kNoTime = "a time that cannot be read was left out";
constexpr std::array<std::string_view, 18> kTypeMembers = {
    "_id", "id", "slug", "title", "singular", "metafields", "options", "localization", "locales", "priority_locale",
    "emoji", "singleton", "preview_link", "enforce_validation", "keep_revisions",
    // Neither its place among the types nor its times are part of our form.
    "order", "created_at", "modified_at"};
constexpr std::array<std::string_view, 23> kObjectMembers = {
    "_id",        "id",           "type",       "type_slug", "slug",        "title",      "content",     "status",
    "metafields", "options",      "locale",     "thumbnail", "order",       "created_at", "created",     "modified_at",
    "modified",   "published_at", "created_by", "user_id",   "modified_by", "publish_at", "unpublish_at"};

const Json& memberOf(const JsonObject& object, std::string_view name) {
    static const Json kNull;
    const Json* value = object.if_contains(name);
    return value != nullptr ? *value : kNull;
}

// Only the older form writes `edit`, and `children` where there are none.
bool hasOlderMetafields(const Json& metafields) {
    if (!metafields.is_array()) return false;
    const JsonArray& all = metafields.get_array();
    return std::any_of(all.begin(), all.end(), [](const Json& one) {
        const JsonObject* field = one.if_object();
        if (field == nullptr) return false;
        const Json* children = field->if_contains("children");
        return field->contains("edit") || (children != nullptr && (children->is_null() || children->is_bool()));
    });
}

bool truthy(const Json& value, bool fallback) {
    if (value.is_bool()) return value.get_bool();
    if (value.is_int64()) return value.get_int64() != 0;
    if (value.is_string()) return value.get_string() == "true" || value.get_string() == "1";
    return fallback;
}

JsonObject convertOptions(const JsonObject& older) {
    const Json& given = memberOf(older, "options");
    const JsonObject none;
    const JsonObject& options = given.is_object() ? given.get_object() : none;
    return {{"slug_field", truthy(memberOf(options, "slug_field"), true)},
            {"content_editor", truthy(memberOf(options, "content_editor"), true)}};
}

JsonArray convertLocales(const Json& locales) {
    if (locales.is_array()) return locales.get_array();
    JsonArray all;
    if (!locales.is_string()) return all;
    std::string_view rest = locales.get_string();
    while (!rest.empty()) {
        const std::size_t comma = rest.find(',');
        const std::string_view one = trimmed(rest.substr(0, comma));
        if (!one.empty()) all.emplace_back(one);
        rest = comma == std::string_view::npos ? "" : rest.substr(comma + 1);
    }
    return all;
}

std::string convertSlug(const JsonObject& older, const char* fallback, const Note& note) {
    const std::string slug(textOf(older, "slug"));
    if (isSlug(slug)) return slug;
    note("a missing or malformed slug was derived anew");
    return deriveSlug(slug.empty() ? textOf(older, "title") : std::string_view(slug), fallback);
}

void copyText(const JsonObject& older, JsonObject& ours, std::string_view name) {
    const std::string_view text = textOf(older, name);
    if (!text.empty()) ours[name] = text;
}

bool isEmpty(const Json& value) { return value.is_null() || (value.is_string() && value.get_string().empty()); }

// The first of the older names that holds a time this server can read.
void copyTime(const JsonObject& older, JsonObject& ours, std::string_view name,
              std::initializer_list<std::string_view> olderNames, const Note& note) {
    bool isGiven = false;
    for (const std::string_view olderName : olderNames) {
        isGiven = isGiven || !isEmpty(memberOf(older, olderName));
        const std::string_view text = textOf(older, olderName);
        if (text.empty() || !parseIsoTime(text)) continue;
        ours[name] = text;
        return;
    }
    if (isGiven) note(kNoTime);
}

// Ours are in milliseconds.
void copySchedule(const JsonObject& older, JsonObject& ours, std::string_view name, const Note& note) {
    const Json& given = memberOf(older, name);
    const std::optional<std::int64_t> time = parseIsoTime(textOf(older, name));
    if (given.is_int64()) {
        ours[name] = given;
    } else if (time) {
        ours[name] = *time;
    } else if (!isEmpty(given)) {
        note(kNoTime);
    }
}

void copyUser(const JsonObject& older, JsonObject& ours, std::string_view name,
              std::initializer_list<std::string_view> olderNames) {
    for (const std::string_view olderName : olderNames) {
        if (!isId(textOf(older, olderName))) continue;
        ours[name] = textOf(older, olderName);
        return;
    }
}

// What was written before there were drafts has no status. Of another one nobody knows that it was to be seen.
std::string_view convertStatus(const JsonObject& older, const Note& note) {
    const Json& status = memberOf(older, "status");
    if (status == "draft") return "draft";
    if (isEmpty(status) || status == "published") return "published";
    note("an object with a status that is neither 'draft' nor 'published' became a draft");
    return "draft";
}

}  // namespace

void noteOthers(const JsonObject& older, std::span<const std::string_view> known, const char* what, const Note& note) {
    for (const auto& member : older) {
        const std::string_view name = member.key();
        if (member.value().is_null() || std::find(known.begin(), known.end(), name) != known.end()) continue;
        const bool isLong = name.size() > kMaxNameInNote;
        note("a member of " + std::string(what) + " has no place here and was left out: " +
             (isLong ? "one with a long name" : "'" + std::string(name) + "'"));
    }
}

bool isOlderType(const JsonObject& type) {
    const Json& options = memberOf(type, "options");
    const Json& slugField = options.is_object() ? memberOf(options.get_object(), "slug_field") : Json();
    return type.contains("_id") || memberOf(type, "locales").is_string() || slugField.is_number() ||
           (options.is_object() && options.get_object().contains("add_metafields")) ||
           hasOlderMetafields(memberOf(type, "metafields"));
}

JsonObject convertOlderType(const JsonObject& type, const Note& note) {
    JsonObject ours;
    ours["slug"] = convertSlug(type, "type", note);
    ours["title"] = textOf(type, "title").empty() ? ours["slug"] : memberOf(type, "title");
    copyText(type, ours, "singular");
    ours["metafields"] = convertOlderMetafields(memberOf(type, "metafields"), note);
    ours["options"] = convertOptions(type);
    ours["locales"] = convertLocales(memberOf(type, "locales"));
    ours["localization"] = truthy(memberOf(type, "localization"), false) && !ours["locales"].get_array().empty();
    copyText(type, ours, "priority_locale");
    copyText(type, ours, "emoji");
    ours["singleton"] = truthy(memberOf(type, "singleton"), false);
    copyText(type, ours, "preview_link");
    ours["keep_revisions"] = truthy(memberOf(type, "keep_revisions"), false);
    const Json& enforces = memberOf(type, "enforce_validation");
    if (!enforces.is_null()) ours["enforce_validation"] = truthy(enforces, false);
    noteOthers(type, kTypeMembers, "an object type", note);
    return ours;
}

bool isOlderObject(const JsonObject& object) { return object.contains("_id") || object.contains("type_slug"); }

JsonObject convertOlderObject(const JsonObject& object, const Note& note) {
    JsonObject ours;
    copyText(object, ours, "_id");
    if (Json* id = ours.if_contains("_id")) {
        ours["id"] = *id;
        ours.stable_erase("_id");
    }
    ours["type"] = textOf(object, "type_slug").empty() ? memberOf(object, "type") : memberOf(object, "type_slug");
    ours["slug"] = convertSlug(object, "object", note);
    ours["title"] = isBlank(textOf(object, "title")) ? ours["slug"] : memberOf(object, "title");
    ours["content"] = textOf(object, "content");
    ours["status"] = convertStatus(object, note);
    ours["metafields"] = convertOlderMetafields(memberOf(object, "metafields"), note);
    ours["options"] = convertOptions(object);
    copyText(object, ours, "locale");
    copyText(object, ours, "thumbnail");
    if (memberOf(object, "order").is_int64()) ours["order"] = memberOf(object, "order");
    copyTime(object, ours, "created_at", {"created_at", "created"}, note);
    copyTime(object, ours, "modified_at", {"modified_at", "modified"}, note);
    copyTime(object, ours, "published_at", {"published_at"}, note);
    copyUser(object, ours, "created_by", {"created_by", "user_id"});
    copyUser(object, ours, "modified_by", {"modified_by"});
    copySchedule(object, ours, "publish_at", note);
    copySchedule(object, ours, "unpublish_at", note);
    noteOthers(object, kObjectMembers, "an object", note);
    return ours;
}

}  // namespace inkwell::objects
