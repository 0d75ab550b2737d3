#include "input.h"

#include "inkwell/error.h"
#include "inkwell/slug.h"
#include "inkwell/text.h"

namespace inkwell::objects {

std::optional<std::string> readTitle(JsonReader& reader, std::string_view key, bool required) {
    return required ? reader.requiredTitle(key, kMaxTitleLength) : reader.title(key, kMaxTitleLength);
}

std::optional<std::string> readSlug(JsonReader& reader, std::string_view key) {
    std::optional<std::string> slug = reader.text(key, kMaxSlugLength);
    if (slug && !isSlug(*slug)) {
        reader.problem(key,
                       "is not a slug: use lower-case letters a-z, digits, '-' and '_', beginning and ending with a "
                       "letter or digit");
        return std::nullopt;
    }
    return slug;
}

std::optional<std::string> readClearable(JsonReader& reader, const JsonObject& body, std::string_view key,
                                         std::size_t maxLength) {
    const Json* value = body.if_contains(key);
    if (value == nullptr || !value->is_null()) return reader.text(key, maxLength);
    reader.any(key);
    return "";
}

void readOptions(JsonReader& reader, Problems& problems, std::optional<bool>& slugField,
                 std::optional<bool>& contentEditor) {
    const JsonObject* object = reader.object("options");
    if (object == nullptr) return;
    JsonReader options(*object, reader.pathOf("options"), problems);
    slugField = options.boolean("slug_field");
    contentEditor = options.boolean("content_editor");
    options.refuseOthers();
}

bool parseWebhookFlag(const JsonObject& body, const std::string& refusal) {
    Problems problems;
    JsonReader reader(body, "", problems);
    const bool triggerWebhook = reader.boolean("trigger_webhook").value_or(false);
    reader.flag("pretty");  // obeyed by the kernel
    reader.refuseOthers();
    problems.throwIfAny(refusal);
    return triggerWebhook;
}

}  // namespace inkwell::objects
