#include "check/checker.h"

#include <map>

#include "check/defaults.h"
#include "check/field_members.h"
#include "check/validation.h"
#include "inkwell/fault_text.h"
#include "inkwell/metafields_by_key.h"
#include "inkwell/nearest_word.h"
#include "inkwell/text.h"
#include "messages.h"

namespace inkwell::metafields {

namespace {

std::string at(const std::string& path, std::size_t index) { return path + "[" + std::to_string(index) + "]"; }

const JsonArray kNoFields;

// Of a group that stands in a metafield of the type's.
const JsonArray* nestedTemplates(const JsonObject* definition, const JsonObject& given) {
    if (definition == nullptr || textOf(*definition, "type") != textOf(given, "type")) return nullptr;
    return arrayOf(*definition, "children");
}

void refuseNested(const JsonObject& given, std::string_view name, const std::string& path, Problems& problems) {
    const JsonArray* nested = arrayOf(given, name);
    if (nested == nullptr || nested->empty()) return;
    problems.add(memberPath(path, name), "must be absent for the type " + quoted(textOf(given, "type")));
}

}  // namespace

JsonArray Checker::group(const JsonArray& given, const Templates& templates, Subject subject, const std::string& path) {
    const MetafieldsByKey& definitions = byKey(templates.metafields);
    std::map<std::string_view, JsonObject> overDefault;
    std::vector<JsonObject> others;
    std::set<std::string_view> keys;
    for (std::size_t i = 0; i < given.size() && !made_.areTooMany(); ++i) {
        const std::string fieldPath = at(path, i);
        if (!given[i].is_object()) {
            made_.addEntry();
            problems_.add(fieldPath, mustBe("a metafield", given[i]));
            continue;
        }
        const JsonObject& one = given[i].get_object();
        const std::string_view key = textOf(one, "key");
        if (!key.empty() && !keys.insert(key).second) {
            problems_.add(fieldPath + ".key", quoted(key) + " is already the key of another metafield of this group");
        }
        const JsonObject* definition = definitions.find(key);
        JsonObject stored = completed(one, definition, templates, subject, fieldPath);
        if (templates.areDefaults && definition != nullptr) {
            overDefault[key] = std::move(stored);
        } else {
            others.push_back(std::move(stored));
        }
    }
    JsonArray result;
    if (templates.areDefaults) {
        for (const Json& field : *templates.metafields) {
            if (!field.is_object()) continue;
            const auto own = overDefault.find(textOf(field.get_object(), "key"));
            result.push_back(own == overDefault.end() ? newFromDefault(field.get_object(), path)
                                                      : std::move(own->second));
        }
    }
    for (JsonObject& field : others) result.push_back(std::move(field));
    return result;
}

const MetafieldsByKey& Checker::byKey(const JsonArray* templates) {
    const JsonArray& all = templates != nullptr ? *templates : kNoFields;
    return byKey_.try_emplace(&all, all).first->second;
}

JsonObject Checker::field(const JsonObject& given, const Templates& templates, Subject subject,
                          const std::string& path) {
    const MetafieldsByKey& definitions = byKey(templates.metafields);
    return completed(given, definitions.find(textOf(given, "key")), templates, subject, path);
}

// interface/metafields.md, "Fields that the type defines"
JsonObject Checker::completed(const JsonObject& given, const JsonObject* definition, const Templates& templates,
                              Subject subject, const std::string& path) {
    if (given.contains("type")) return checked(given, {definition, templates.areDefaults}, subject, path);
    if (definition == nullptr || textOf(*definition, "type").empty()) {
        // What defines is written in full: there is no type of the object yet.
        const JsonArray* known = subject == Subject::ObjectType ? nullptr : templates.metafields;
        return checked(given, {nullptr, false, missingType(textOf(given, "key"), known)}, subject, path);
    }
    JsonObject& whole = merged_.emplace_back(given);
    for (const char* name : {"type", "title"}) {
        if (!whole.contains(name)) whole.emplace(name, textOf(*definition, name));
    }
    return checked(whole, {definition, true}, subject, path);
}

JsonObject Checker::checked(const JsonObject& given, const Definition& definition, Subject subject,
                            const std::string& path) {
    made_.add(definition.isFallback ? definition.field : nullptr);
    if (made_.areTooMany()) {
        problems_.add(path, MadeMetafields::problem());
        return {};
    }
    const std::size_t problemsBefore = problems_.list().size();
    checkMembers(given, path, definition.withoutType, problems_);
    const std::string_view typeName = textOf(given, "type");
    if (typeName.empty()) return {};
    const MetafieldType* type = types_.find(typeName);
    if (type == nullptr) {
        problems_.add(memberPath(path, "type"), typeName == "repeating_item"
                                                    ? "a repeating_item belongs into the children of a repeater"
                                                    : unknownType(typeName));
        return {};
    }
    const JsonObject& whole = definition.isFallback && definition.field != nullptr
                                  ? merged_.emplace_back(mergedOver(*definition.field, given))
                                  : given;
    const MetafieldView view{whole, path};
    runCheck(*type, view, [&] { type->checkDefinition(view, problems_); });
    if (settings_.enforceValidation) checkRegex(view, patterns_, problems_);
    if (type->shape() == MetafieldShape::Value) {
        checkValue(*type, view, given.contains("value"), subject);
    } else if (given.contains("value")) {
        problems_.add(view.valuePath(), "must be absent for the type " + quoted(typeName));
    }
    JsonObject stored = storedMembers(whole, takeId(given));
    if (type->shape() == MetafieldShape::Value) stored.emplace("value", "");  // a template's, where it may be omitted
    addNested(*type, given, whole, definition.field, subject, path, stored);
    if (problems_.list().size() == problemsBefore) {
        if (!given.contains("object_type")) references_.trustObjectType(textOf(whole, "object_type"));
        references_.add(*type, whole, path);
    }
    return stored;
}

std::string Checker::unknownType(std::string_view name) const {
    const std::vector<std::string_view> known = types_.names();
    const std::string_view meant = nearestWord(name, known);
    std::string text = "unknown metafield type " + quoted(name);
    text += meant.empty() ? " (is its plugin enabled?)" : " (did you mean " + quoted(meant) + "?)";
    return text + "; the types are " + quotedList(known);
}

std::string Checker::takeId(const JsonObject& given) {
    std::string id(textOf(given, "id"));
    if (!isId(id) || usedIds_.contains(id)) id = ids_.next();
    usedIds_.insert(id);
    return id;
}

void Checker::checkValue(const MetafieldType& type, const MetafieldView& view, bool isGiven, Subject subject) {
    if (!isGiven) {
        if (subject == Subject::ObjectType && settings_.templatesMayOmitValue) return;
        problems_.add(view.valuePath(), "is required; an empty string means that it is not set");
        return;
    }
    // interface/metafields.md, "Types and values": null is a value of json only.
    if (view.value().is_null() && type.name() != "json") {
        problems_.add(view.valuePath(), "must not be null; an empty string means that it is not set");
        return;
    }
    if (!view.isUnset()) runCheck(type, view, [&] { type.checkValue(view, problems_); });
    if (settings_.enforceValidation && subject == Subject::Object) enforceRules(view, patterns_, problems_);
}

// What it throws is an answer without a word of the type.
void Checker::runCheck(const MetafieldType& type, const MetafieldView& view, const std::function<void()>& check) {
    try {
        check();
    } catch (const ApiError&) {
        throw;
    } catch (...) {
        types_.faults().tell(type, "check", fieldText(view.json), faultText());
        throw;
    }
}

void Checker::addNested(const MetafieldType& type, const JsonObject& given, const JsonObject& whole,
                        const JsonObject* definition, Subject subject, const std::string& path, JsonObject& stored) {
    const MetafieldShape shape = type.shape();
    if (shape == MetafieldShape::Repeater) {
        addTemplates(given, whole, path, stored);
    } else {
        refuseNested(given, "repeater_fields", path, problems_);
    }
    if (shape == MetafieldShape::Value) {
        refuseNested(given, "children", path, problems_);
        return;
    }
    JsonArray children;
    if (const JsonArray* own = arrayOf(given, "children")) {
        const std::string childrenPath = memberPath(path, "children");
        children = shape == MetafieldShape::Group
                       ? group(*own, {nestedTemplates(definition, given)}, subject, childrenPath)
                       : items(*own, {arrayOf(whole, "repeater_fields")}, subject, childrenPath);
    } else if (const JsonArray* fallback = arrayOf(whole, "children")) {
        children = copyOfDefaults(*fallback, ids_);
    }
    const bool isCopied = !given.contains("children") && !children.empty();
    const bool isEnforced = settings_.enforceValidation && subject == Subject::Object;
    if (isEnforced && !isCopied && shape == MetafieldShape::Repeater)
        enforceItems(whole, children, memberPath(path, "children"), problems_);
    stored.emplace("children", std::move(children));
    if (isEnforced && isCopied)
        enforceWithin(stored, std::string(textOf(whole, "key")), path, types_, patterns_, problems_);
}

void Checker::addTemplates(const JsonObject& given, const JsonObject& whole, const std::string& path,
                           JsonObject& stored) {
    const std::string templatesPath = memberPath(path, "repeater_fields");
    JsonArray templates;
    if (const JsonArray* own = arrayOf(given, "repeater_fields")) {
        templates = group(*own, {}, Subject::ObjectType, templatesPath);
    } else if (const JsonArray* fallback = arrayOf(whole, "repeater_fields")) {
        templates = copyOfDefaults(*fallback, ids_);
    } else if (!given.contains("repeater_fields")) {
        problems_.add(templatesPath, "is required: an array of the metafields of each item");
    }
    stored.emplace("repeater_fields", std::move(templates));
}

JsonArray Checker::items(const JsonArray& given, const Templates& templates, Subject subject, const std::string& path) {
    JsonArray items;
    items.reserve(given.size());
    for (std::size_t i = 0; i < given.size() && !made_.areTooMany(); ++i) {
        const std::string itemPath = at(path, i);
        made_.addEntry();
        if (made_.areTooMany()) {
            problems_.add(itemPath, MadeMetafields::entryProblem());
            break;
        }
        if (!given[i].is_object()) {
            problems_.add(itemPath, mustBe("an entry of the type repeating_item", given[i]));
            continue;
        }
        const JsonObject& item = given[i].get_object();
        checkItemMembers(item, itemPath, problems_);
        JsonObject stored = storedMembers(item, takeId(item));
        if (const auto value = stored.find("value"); value != stored.end()) stored.stable_erase(value);
        const JsonArray* children = arrayOf(item, "children");
        stored.emplace("children", children == nullptr ? JsonArray()
                                                       : group(*children, templates, subject, itemPath + ".children"));
        items.push_back(std::move(stored));
    }
    return items;
}

JsonObject Checker::newFromDefault(const JsonObject& templateField, const std::string& path) {
    JsonObject copy = copyOfDefault(templateField, ids_);
    if (settings_.enforceValidation) {
        enforceWithin(copy, std::string(textOf(templateField, "key")), path, types_, patterns_, problems_);
    }
    return copy;
}

void Checker::checkReferences(const ReferenceCheck::Sources& sources, const std::set<std::string>& trustedTypes) {
    for (const std::string& slug : trustedTypes) references_.trustObjectType(slug);
    references_.run(sources, problems_);
}

}  // namespace inkwell::metafields
