#pragma once

#include <deque>
#include <set>
#include <string>

#include "inkwell/metafield_engine.h"
#include "inkwell/runtime.h"
#include "reference_check.h"
#include "type_set.h"

namespace inkwell::metafields {

struct CheckSettings {
    bool enforceValidation = false;      // setting `enforce_validation`
    bool templatesMayOmitValue = false;  // compatibility.hosted_clients
};

/// Turns a client's metafields into what is stored and collects everything that is wrong with them (specification,
/// "Metafield", "Errors" 4; where-silent.md, "Metafield rules"). One body, one thread; what is given must stay in
/// place until checkReferences.
class Checker {
public:
    using Subject = MetafieldEngine::Subject;

    Checker(const TypeSet& types, Ids& ids, const CheckSettings& settings, Problems& problems)
        : types_(types), ids_(ids), settings_(settings), problems_(problems) {}

    /// Metafields whose keys are unique among them: a whole body, the children of a parent or of an item, templates.
    /// For an object's creation they come over the `defaults` of its type.
    JsonArray group(const JsonArray& given, const JsonArray& defaults, Subject subject, const std::string& path);
    /// A single metafield.
    JsonObject field(const JsonObject& given, Subject subject, const std::string& path);

    /// Last: looks up all that the fields point at.
    void checkReferences(const ReferenceCheck::Sources& sources, std::string_view selfType);

private:
    JsonObject fieldOver(const JsonObject* fallback, const JsonObject& given, Subject subject, const std::string& path);
    std::string takeId(const JsonObject& given);
    void checkValue(const MetafieldType& type, const MetafieldView& view, bool isGiven, Subject subject);
    // `whole` is `given` over its default: nested metafields that only the default has are copied, not checked again.
    void addNested(const MetafieldType& type, const JsonObject& given, const JsonObject& whole, Subject subject,
                   const std::string& path, JsonObject& stored);
    void addTemplates(const JsonObject& given, const JsonObject& whole, const std::string& path, JsonObject& stored);
    JsonArray items(const JsonArray& given, Subject subject, const std::string& path);
    JsonObject newFromDefault(const JsonObject& templateField, const std::string& path);

    const TypeSet& types_;
    Ids& ids_;
    const CheckSettings& settings_;
    Problems& problems_;
    ReferenceCheck references_;
    std::deque<JsonObject> merged_;  // keeps its elements in place
    std::set<std::string, std::less<>> usedIds_;
};

}  // namespace inkwell::metafields
