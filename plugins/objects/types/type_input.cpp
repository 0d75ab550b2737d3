#include "types/type_input.h"

#include <algorithm>

#include "inkwell/text.h"
#include "input.h"
#include "types/preview_link.h"

namespace inkwell::objects {

namespace {

constexpr std::size_t kMaxLocaleLength = 20;
constexpr std::size_t kMaxEmojiLength = 40;
constexpr std::int64_t kMaxApplied = 10'000;

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

void readEnforceValidation(JsonReader& reader, const JsonObject& body, TypeInput& input) {
    const Json* given = body.if_contains("enforce_validation");
    if (given != nullptr && given->is_null()) {
        reader.any("enforce_validation");
        input.enforceValidation = std::optional<bool>();
    } else if (const std::optional<bool> flag = reader.boolean("enforce_validation")) {
        input.enforceValidation = flag;
    }
}

// Every object of the type is written with all of them in one transaction.
constexpr std::size_t kMostRenames = 100;

void readRenamedFields(JsonReader& reader, TypeInput& input) {
    const JsonObject* given = reader.object("renamed_fields");
    if (given == nullptr) return;
    if (given->size() > kMostRenames) {
        return reader.problem("renamed_fields", "has " + std::to_string(given->size()) + " metafields; at most " +
                                                    std::to_string(kMostRenames) + " are renamed by a request");
    }
    for (const auto& member : *given) {
        if (member.value().is_string() && !member.value().get_string().empty()) {
            input.renamedFields.emplace(member.key(), member.value().get_string());
        } else {
            reader.problem("renamed_fields." + std::string(member.key()), "must be the new key, a text");
        }
    }
    if (!input.metafields) reader.problem("renamed_fields", "needs 'metafields', which have the new keys");
}

void readOrder(JsonReader& reader, TypeInput& input) {
    input.order = reader.integer("order");
    if (input.order && *input.order < 0) reader.problem("order", "must not be negative");
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
    input.previewLink = readPreviewLink(reader, body);
    input.singleton = reader.boolean("singleton");
    input.keepRevisions = reader.boolean("keep_revisions");
    readEnforceValidation(reader, body, input);
    if (!creation) {
        readRenamedFields(reader, input);
        readOrder(reader, input);
    }
    if (path.empty()) reader.flag("pretty");  // a body's, obeyed by the kernel
    reader.refuseOthers();
    return input;
}

}  // namespace

std::string TypeInput::pathOf(std::string_view member) const {
    return path.empty() ? std::string(member) : path + "." + std::string(member);
}

TypeInput parseTypeCreation(const JsonObject& body, const std::string& path) { return parse(body, path, true); }

TypeInput parseTypeEdit(const JsonObject& body) {
    const bool isNothing =
        std::all_of(body.begin(), body.end(), [](const auto& member) { return member.key() == "pretty"; });
    if (isNothing) {
        throw ApiError::badRequest(
            "the body holds no field to change: send 'title', 'singular', 'slug', 'metafields', 'options', "
            "'localization', 'locales', 'priority_locale', 'emoji', 'singleton', 'order', 'preview_link', "
            "'keep_revisions' or 'enforce_validation'");
    }
    return parse(body, "", false);
}

TypeApplication parseTypeApplication(const JsonObject& body) {
    Problems problems;
    JsonReader reader(body, "", problems);
    TypeApplication asked;
    if (const std::optional<std::int64_t> limit = reader.integer("limit")) {
        asked.limit = *limit;
        if (asked.limit < 1 || asked.limit > kMaxApplied) {
            reader.problem("limit", "must be between 1 and " + std::to_string(kMaxApplied));
        }
    }
    if (const Json* after = body.if_contains("after"); after != nullptr && after->is_null()) {
        reader.any("after");
    } else {
        asked.after = reader.text("after", kMaxKeyLength).value_or("");
    }
    reader.flag("pretty");  // obeyed by the kernel
    reader.refuseOthers();
    problems.throwIfAny("the object type cannot be applied");
    return asked;
}

}  // namespace inkwell::objects
