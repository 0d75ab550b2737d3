#include "schema/schema_texts.h"

#include <algorithm>
#include <array>

namespace inkwell::objects {

namespace {

constexpr std::size_t kMostConditions = 40;
// An empty text of these is a value for queries, and means that nothing is set.
constexpr std::array kTexts = {"text", "textarea", "html-textarea", "markdown"};

void addLeaves(const std::string& path, const JsonObject& field, JsonArray& conditions) {
    if (conditions.size() >= kMostConditions) return;
    const JsonArray* inner = arrayOf(field, "repeater_fields");
    if (inner == nullptr) inner = arrayOf(field, "children");
    if (inner != nullptr) {
        for (const Json& one : *inner) {
            if (!one.is_object()) continue;
            addLeaves(path + "." + std::string(textOf(one.get_object(), "key")), one.get_object(), conditions);
        }
        return;
    }
    const std::string_view type = textOf(field, "type");
    const bool isText = std::find(kTexts.begin(), kTexts.end(), type) != kTexts.end();
    conditions.emplace_back(
        JsonObject{{"metadata." + path, isText ? JsonObject{{"$gt", ""}} : JsonObject{{"$exists", true}}}});
}

std::string listed(const std::vector<std::string>& names) {
    std::string all;
    for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
    return all;
}

std::string keeping(std::int64_t count) {
    if (count == 0) return "no object has anything in it";
    return objectsText(count) +
           (count == 1 ? " has something in it, and keeps it" : " have something in it, and keep it");
}

}  // namespace

std::string objectsText(std::int64_t count) { return std::to_string(count) + (count == 1 ? " object" : " objects"); }

std::string fieldText(const std::string& slug, const FieldStep& step, std::int64_t count) {
    const auto fieldAt = [&](const std::string& path) { return "the field '" + path + "' of '" + slug + "'"; };
    const std::string after(textOf(step.after, "type"));
    switch (step.kind) {
        case FieldStep::Kind::Add:
            return "add " + fieldAt(step.to) + " (" + after +
                   "); objects that are there get it when the type is applied";
        case FieldStep::Kind::Remove:
            return "remove " + fieldAt(step.from) + " (" + std::string(textOf(step.before, "type")) + "); " +
                   keeping(count);
        case FieldStep::Kind::Rename:
            return "rename " + fieldAt(step.from) + " to '" + std::string(textOf(step.after, "key")) + "'; " +
                   objectsText(count) + " follow" + (count == 1 ? "s" : "") +
                   (step.isGuessed ? " (recognised by type and title; \"renamed_from\": \"\" in it says otherwise)"
                                   : "");
        case FieldStep::Kind::Retype:
            return "make " + fieldAt(step.to) + " " + after + ", not " + std::string(textOf(step.before, "type")) +
                   "; " + keeping(count);
        case FieldStep::Kind::Change:
            return "change " + fieldAt(step.to) + ": " + listed(step.members);
        case FieldStep::Kind::Move:
            return step.to.empty() ? "change the order of the fields of '" + slug + "'"
                                   : "change the order of the fields in " + fieldAt(step.to);
    }
    return "";
}

bool isDestructive(const FieldStep& step) {
    return step.kind == FieldStep::Kind::Remove || step.kind == FieldStep::Kind::Retype;
}

std::string filledQuery(const std::string& slug, const std::string& path, const JsonObject& field) {
    JsonArray conditions;
    addLeaves(path, field, conditions);
    if (conditions.empty()) conditions.emplace_back(JsonObject{{"metadata." + path, JsonObject{{"$exists", true}}}});
    return writeJson(JsonObject{{"type", slug}, {"$or", std::move(conditions)}});
}

}  // namespace inkwell::objects
