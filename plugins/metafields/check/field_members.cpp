#include "check/field_members.h"

#include <limits>

#include "inkwell/slug.h"
#include "inkwell/text.h"
#include "messages.h"

namespace inkwell::metafields {

namespace {

constexpr std::size_t kAnyLength = std::numeric_limits<std::size_t>::max();

/// What a client read it may send back (interface/metafields.md, "Fields of a metafield").
void skipResponseOnly(JsonReader& reader) {
    for (const char* name : {"id", "object", "objects", "metadata"}) reader.any(name);
}

void checkKey(JsonReader& reader) {
    const std::optional<std::string> key = reader.requiredText("key", kMaxKeyLength);
    if (!key) return;
    if (key->empty()) reader.problem("key", "must not be empty");
    if (key->find('\0') != std::string::npos) reader.problem("key", "must not contain a NUL character");
    if (key->find('.') != std::string::npos) {
        reader.problem("key", "must not contain '.', which separates levels in 'query' and 'props'");
    }
}

void checkLength(JsonReader& reader, std::string_view name) {
    const Json* given = reader.any(name);
    if (given == nullptr) return;
    if (!given->is_number()) {
        reader.problem(name, mustBe("a number", *given));
    } else if (given->to_number<double>() < 0) {
        reader.problem(name, "must not be negative");
    }
}

void checkOptionsKind(JsonReader& reader) {
    const Json* given = reader.any("options");
    if (given == nullptr || given->is_array() || given->is_string()) return;
    reader.problem("options", mustBe("an array of options, or a string for a switch", *given));
}

}  // namespace

void checkMembers(const JsonObject& given, const std::string& path, const std::string& withoutType,
                  Problems& problems) {
    JsonReader reader(given, path, problems);
    skipResponseOnly(reader);
    if (withoutType.empty()) {
        reader.requiredText("type", kMaxKeyLength);
        reader.requiredText("title", kMaxTitleLength);
    } else {
        reader.problem("type", withoutType);  // a title goes with it
        reader.text("title", kMaxTitleLength);
    }
    checkKey(reader);
    reader.text("help", kAnyLength);
    reader.any("value");
    reader.boolean("required");
    reader.text("regex", kAnyLength);
    reader.text("regex_message", kAnyLength);
    checkLength(reader, "minlength");
    checkLength(reader, "maxlength");
    checkOptionsKind(reader);
    reader.text("object_type", kMaxSlugLength);
    reader.array("repeater_fields");
    reader.array("children");
    reader.refuseOthers();
}

void checkItemMembers(const JsonObject& given, const std::string& path, Problems& problems) {
    JsonReader reader(given, path, problems);
    skipResponseOnly(reader);
    reader.choice("type", {"repeating_item"});
    if (!reader.has("type")) reader.problem("type", "is required: 'repeating_item'");
    reader.text("title", kMaxTitleLength);
    reader.text("key", kMaxKeyLength);
    if (const Json* value = reader.any("value"); value != nullptr && !value->is_null() && *value != "") {
        reader.problem("value", "must be absent: an item of a repeater has children only");
    }
    reader.array("children");
    if (!reader.has("children")) reader.problem("children", "is required: the metafields of the item");
    reader.refuseOthers();
}

JsonObject storedMembers(const JsonObject& field, std::string id) {
    JsonObject stored;
    stored.reserve(field.size() + 2);
    stored.emplace("id", std::move(id));
    for (const char* name : {"type", "title", "key", "help", "value", "required", "regex", "regex_message", "minlength",
                             "maxlength", "options", "object_type"}) {
        if (const Json* member = field.if_contains(name)) stored.emplace(name, *member);
    }
    return stored;
}

std::string memberPath(const std::string& path, std::string_view member) {
    std::string full = path;
    if (!full.empty()) full += '.';
    return full.append(member);
}

}  // namespace inkwell::metafields
