#pragma once

#include <deque>
#include <functional>
#include <set>
#include <string>
#include <unordered_map>

#include "check/made_metafields.h"
#include "check/patterns.h"
#include "check/reference_check.h"
#include "inkwell/metafield_engine.h"
#include "inkwell/metafields_by_key.h"
#include "inkwell/runtime.h"
#include "types/type_set.h"

namespace inkwell::metafields {

struct CheckSettings {
    bool enforceValidation = false;      // setting `enforce_validation`, of the object type or the server
    bool templatesMayOmitValue = false;  // compatibility.hosted_clients
};

/// Turns a client's metafields into what is stored and collects all problems
/// (interface/metafields.md, "Fields of a metafield" and "Checking"). One body, one thread.
/// Keeps pointers to its input until checkReferences() returns.
class Checker {
public:
    using Subject = MetafieldEngine::Subject;
    using Templates = MetafieldTemplates;

    Checker(const TypeSet& types, Ids& ids, const CheckSettings& settings, Problems& problems)
        : types_(types), ids_(ids), settings_(settings), problems_(problems) {}

    /// Checks metafields whose keys must be unique: a whole body, the children of a parent or an item, templates.
    /// Those without a type are completed from the `templates`. On the creation of an object all are merged over them.
    JsonArray group(const JsonArray& given, const Templates& templates, Subject subject, const std::string& path);
    /// Checks a single metafield.
    JsonObject field(const JsonObject& given, const Templates& templates, Subject subject, const std::string& path);

    /// See ReferenceCheck.
    void trustTypesOf(const JsonArray& stored) { references_.trustTypesOf(stored); }
    void trustStored(const JsonArray& stored) { references_.trustStored(stored, types_); }
    /// Call last: looks up everything that the metafields refer to.
    void checkReferences(const ReferenceCheck::Sources& sources, const std::set<std::string>& trustedTypes);

private:
    // What the templates say of one metafield.
    struct Definition {
        const JsonObject* field = nullptr;  // null: nothing
        bool isFallback = false;            // it gives what the client does not
        std::string withoutType = {};       // the problem of a metafield without type; "": the usual one
    };
    JsonObject completed(const JsonObject& given, const JsonObject* definition, const Templates& templates,
                         Subject subject, const std::string& path);
    JsonObject checked(const JsonObject& given, const Definition& definition, Subject subject, const std::string& path);
    const MetafieldsByKey& byKey(const JsonArray* templates);
    std::string unknownType(std::string_view name) const;
    std::string takeId(const JsonObject& given);
    void checkValue(const MetafieldType& type, const MetafieldView& view, bool isGiven, Subject subject);
    void runCheck(const MetafieldType& type, const MetafieldView& view, const std::function<void()>& check);
    // `whole` is `given` merged over its default. Nested metafields that only the default has are copied; of them only
    // the rules for editors are looked at.
    void addNested(const MetafieldType& type, const JsonObject& given, const JsonObject& whole,
                   const JsonObject* definition, Subject subject, const std::string& path, JsonObject& stored);
    void addTemplates(const JsonObject& given, const JsonObject& whole, const std::string& path, JsonObject& stored);
    JsonArray items(const JsonArray& given, const Templates& templates, Subject subject, const std::string& path);
    JsonObject newFromDefault(const JsonObject& templateField, const std::string& path);

    const TypeSet& types_;
    Ids& ids_;
    const CheckSettings& settings_;
    Problems& problems_;
    ReferenceCheck references_;
    Patterns patterns_;
    MadeMetafields made_;
    std::unordered_map<const JsonArray*, MetafieldsByKey> byKey_;  // the items of a repeater share one
    std::deque<JsonObject> merged_;                                // a deque, because elements must not move
    std::set<std::string, std::less<>> usedIds_;
};

}  // namespace inkwell::metafields
