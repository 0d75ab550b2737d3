#include "types/type_input.h"

#include <algorithm>

#include "inkwell/text.h"
#include "input.h"

namespace inkwell::objects {

namespace {

constexpr std::size_t kMaxLocaleLength = 20;
constexpr std::size_t kMaxEmojiLength = 40;

void readLocales(JsonReader& reader, TypeInput& input) {
    std::optional<std::vector<std::string>> given = reader.textArray("locales", kMaxLocaleLength);
    if (!given) return;
    std::vector<std::string> locales;
    for (const std::string& locale : *given) {
        if (locale.empty()) continue;
        if (!isLocale(locale)) {
            reader.problem("locales", "'" + locale + "' is not a locale code; codes are case-sensitive");
        } else if (std::find(locales.begin(), locales.end(), locale) != locales.end()) {
            reader.problem("locales", "'" + locale + "' is listed twice");
        } else {
            locales.push_back(locale);
        }
    }
    input.locales = std::move(locales);
}

TypeInput parse(const JsonObject& body, const std::string& path, bool creation) {
    TypeInput input;
    input.path = path;
    JsonReader reader(body, path, input.problems);
    input.title = readTitle(reader, "title", creation);
    input.singular = readTitle(reader, "singular", false);
    input.slug = readSlug(reader, "slug");
    if (const Json* metafields = reader.any("metafields")) input.metafields = *metafields;
    readOptions(reader, input.problems, input.slugField, input.contentEditor);
    input.localization = reader.boolean("localization");
    readLocales(reader, input);
    input.priorityLocale = readClearable(reader, body, "priority_locale", kMaxLocaleLength);
    input.emoji = readClearable(reader, body, "emoji", kMaxEmojiLength);
    if (input.emoji && !input.emoji->empty() && !isEmoji(*input.emoji)) {
        reader.problem("emoji", "must be a single emoji");
    }
    input.singleton = reader.boolean("singleton");
    reader.refuseOthers();
    return input;
}

}  // namespace

std::string TypeInput::pathOf(std::string_view member) const {
    return path.empty() ? std::string(member) : path + "." + std::string(member);
}

TypeInput parseTypeCreation(const JsonObject& body, const std::string& path) { return parse(body, path, true); }

TypeInput parseTypeEdit(const JsonObject& body) {
    if (body.empty()) throw ApiError::badRequest("the body holds no field to change");
    return parse(body, "", false);
}

}  // namespace inkwell::objects
