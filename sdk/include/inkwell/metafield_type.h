#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "inkwell/error.h"
#include "inkwell/export.h"
#include "inkwell/json.h"
#include "inkwell/type_script.h"

namespace inkwell {

/// Replaces a type's slug in the member `object_type` of stored metafields at any depth; true if it occurred. Any
/// thread.
INKWELL_API bool renameObjectType(JsonArray& metafields, std::string_view from, std::string_view to);

/// One metafield as its type sees it. The object is complete: type, title, key, value, options, children ...
struct MetafieldView {
    const JsonObject& json;
    const std::string& path;  // "metafields[2]"; "" when the metafield is the whole body

    /// The `value` member, or JSON null when it is absent.
    INKWELL_API const Json& value() const;
    /// True when the value is absent, null or "": "not set" (interface/metafields.md, "Types and values").
    INKWELL_API bool isUnset() const;
    /// A member's path for problems: "metafields[2].options".
    INKWELL_API std::string pathOf(std::string_view member) const;
    std::string valuePath() const { return pathOf("value"); }
};

/// Collects what a metafield refers to; the engine loads it in one batch per level.
class INKWELL_API References {
public:
    virtual ~References() = default;
    virtual void object(std::string_view id) = 0;
    virtual void media(std::string_view name) = 0;
    virtual void objectType(std::string_view slug) = 0;
};

/// What was found for the references, while a body is checked.
class INKWELL_API CheckLookup {
public:
    virtual ~CheckLookup() = default;
    /// The type slug of an object of this bucket, "" when it does not exist.
    virtual std::string objectType(std::string_view id) const = 0;
    virtual bool hasObjectType(std::string_view slug) const = 0;
    /// Also true while the media plugin is off: names are then accepted unchecked.
    virtual bool hasMedia(std::string_view name) const = 0;
};

/// What was found for the references, while a response is rendered. What it throws ends the response, also where a type
/// catches it; so does what References throw then.
class INKWELL_API RenderLookup {
public:
    virtual ~RenderLookup() = default;
    /// The nested record; its id as a string where the recursion guard or `depth` ends; null when it is not visible.
    virtual Json object(std::string_view id) const = 0;
    /// The media record, or null.
    virtual Json media(std::string_view name) const = 0;
    /// The response's memory: a value made in it is not copied.
    virtual JsonMemory memory() const { return {}; }
};

enum class MetafieldShape {
    Value,     // has `value`
    Group,     // has `children`, no value (parent)
    Repeater,  // has `repeater_fields` and `children` of repeating items, no value
};

/// A metafield type: pure functions on one metafield, no services, no SQL. Contributed under its name; the engine walks
/// groups and calls these from many threads at once, so keep no state.
class INKWELL_API MetafieldType {
public:
    static constexpr const char* kContributionId = "inkwell.metafield-type/1";
    virtual ~MetafieldType() = default;

    virtual std::string name() const = 0;
    virtual MetafieldShape shape() const { return MetafieldShape::Value; }

    /// Checks everything but the value: options, object_type. Called for objects and for templates of object types.
    virtual void checkDefinition(const MetafieldView& field, Problems& problems) const;
    /// Checks a value that is set (see MetafieldView::isUnset).
    virtual void checkValue(const MetafieldView& field, Problems& problems) const;
    /// Called for stored metafields, and during the check of a body for those without a problem so far.
    virtual void references(const MetafieldView& field, References& references) const;
    virtual void checkReferences(const MetafieldView& field, const CheckLookup& lookup, Problems& problems) const;

    /// What appears under metadata[key]. Also called for an unset value.
    virtual Json render(const MetafieldView& field, const RenderLookup& lookup) const;
    /// Adds the response-only property (`object`, `objects`, `metadata`) in metafield reads.
    virtual void decorate(JsonObject& field, const RenderLookup& lookup) const;
    /// What GET /v2/openapi.json says of the value, as the JSON text of a JSON Schema without references; its
    /// `examples` are shown. The empty text, which means "not set", is added by the engine. Not asked for groups. By
    /// default any value.
    virtual std::string valueSchema() const;
    /// The members besides the value that its metafields must have, as the JSON text of an object of such schemas:
    /// {"options": {"type": "array"}}. By default none.
    virtual std::string definitionSchema() const;
    /// What `inkwell types` says of such a metafield of an object type. Not asked for groups. By default what the
    /// schema of the value allows, shown as null where it is unset.
    virtual MetafieldTypeScript typeScript(const MetafieldView& field) const;

    /// Import: replaces object ids in the value. `newId` returns an unknown id unchanged.
    virtual void remapObjects(JsonObject& field, const std::function<std::string(const std::string&)>& newId) const;
};

}  // namespace inkwell
