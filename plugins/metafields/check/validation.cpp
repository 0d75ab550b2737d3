#include "check/validation.h"

#include "inkwell/text.h"
#include "messages.h"

namespace inkwell::metafields {

namespace {

re2::StringPiece pieceOf(std::string_view text) { return {text.data(), text.size()}; }

void enforceLength(const MetafieldView& field, std::string_view text, Problems& problems) {
    const std::string_view type = textOf(field.json, "type");
    if (type != "text" && type != "textarea") return;
    const auto length = static_cast<double>(codePoints(text));
    const Json* least = field.json.if_contains("minlength");
    const Json* most = field.json.if_contains("maxlength");
    if (least != nullptr && least->is_number() && length < least->to_number<double>()) {
        problems.add(field.valuePath(), "is shorter than minlength (" + writeJson(*least) + ")");
    }
    if (most != nullptr && most->is_number() && length > most->to_number<double>()) {
        problems.add(field.valuePath(), "is longer than maxlength (" + writeJson(*most) + ")");
    }
}

// Null where the metafield has none.
const Patterns::Pattern* patternOf(const JsonObject& field, Patterns& patterns) {
    const std::string_view pattern = textOf(field, "regex");
    return pattern.empty() ? nullptr : &patterns.of(pattern);
}

void enforceRegex(const MetafieldView& field, std::string_view text, Patterns& patterns, Problems& problems) {
    const Patterns::Pattern* pattern = patternOf(field.json, patterns);
    if (pattern == nullptr || !pattern->regex || RE2::PartialMatch(pieceOf(text), *pattern->regex)) return;
    const std::string_view message = textOf(field.json, "regex_message");
    problems.add(field.valuePath(), message.empty()
                                        ? "does not match the regular expression " + quoted(textOf(field.json, "regex"))
                                        : std::string(message));
}

// A default that the client does not give is otherwise taken with a pattern that cannot run.
void refuseOneTooMany(const MetafieldView& field, Patterns& patterns, Problems& problems) {
    const Patterns::Pattern* pattern = patternOf(field.json, patterns);
    if (pattern != nullptr && pattern->isOneTooMany) problems.add(field.pathOf("regex"), pattern->problem);
}

// As readers see it: a list of nothing is no value either.
bool isMissing(const MetafieldView& field) {
    if (field.isUnset()) return true;
    if (field.value().is_array()) return field.value().get_array().empty();
    if (textOf(field.json, "type") != "objects" || !field.value().is_string()) return false;
    bool any = false;
    forEachId(field.value().get_string(), [&](std::string_view) { any = true; });
    return !any;
}

bool isRequired(const JsonObject& field) {
    const Json* required = field.if_contains("required");
    return required != nullptr && required->is_bool() && required->get_bool();
}

void enforceGroup(const JsonArray& group, const std::string& keys, const std::string& path, const TypeSet& types,
                  Patterns& patterns, Problems& problems) {
    for (const Json& one : group) {
        const JsonObject* field = one.if_object();
        if (field != nullptr) {
            enforceWithin(*field, keys + "." + std::string(textOf(*field, "key")), path, types, patterns, problems);
        }
    }
}

}  // namespace

void enforceItems(const JsonObject& repeater, const JsonArray& items, const std::string& path, Problems& problems) {
    if (items.empty() && isRequired(repeater)) problems.add(path, "is required");
}

void enforceRules(const MetafieldView& field, Patterns& patterns, Problems& problems) {
    if (isMissing(field)) {
        if (isRequired(field.json)) problems.add(field.valuePath(), "is required");
        return;
    }
    if (!field.value().is_string()) return;
    const std::string_view text = field.value().get_string();
    enforceLength(field, text, problems);
    enforceRegex(field, text, patterns, problems);
}

void enforceWithin(const JsonObject& field, const std::string& keys, const std::string& path, const TypeSet& types,
                   Patterns& patterns, Problems& problems) {
    const JsonArray none;
    const MetafieldType* type = types.of(field);
    const JsonArray* own = arrayOf(field, "children");
    const JsonArray& children = own == nullptr ? none : *own;
    if (type != nullptr && type->shape() == MetafieldShape::Group) {
        return enforceGroup(children, keys, path, types, patterns, problems);
    }
    Problems found;
    if (type != nullptr && type->shape() == MetafieldShape::Repeater) {
        enforceItems(field, children, path, found);
        for (std::size_t i = 0; i < children.size(); ++i) {
            const JsonArray* group = children[i].is_object() ? arrayOf(children[i].get_object(), "children") : nullptr;
            if (group != nullptr) {
                enforceGroup(*group, keys + "[" + std::to_string(i) + "]", path, types, patterns, problems);
            }
        }
    } else {
        enforceRules({field, path}, patterns, found);
        if (!isMissing({field, path})) refuseOneTooMany({field, path}, patterns, found);
    }
    for (const Problem& one : found.list()) problems.add(path, "metafield " + quoted(keys) + ": " + one.message);
}

void checkRegex(const MetafieldView& field, Patterns& patterns, Problems& problems) {
    const Patterns::Pattern* pattern = patternOf(field.json, patterns);
    if (pattern != nullptr && !pattern->regex) problems.add(field.pathOf("regex"), pattern->problem);
}

}  // namespace inkwell::metafields
