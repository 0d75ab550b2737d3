#pragma once

#include "inkwell/json.h"
#include "inkwell/runtime.h"

namespace inkwell::metafields {

/// A copy of a type's default for a new object: new ids here and in all children, because metafields are each object's
/// own. The values are kept as they are: they were checked when the type was written.
JsonObject copyOfDefault(const JsonObject& templateField, Ids& ids);

/// The same for an array of them (`children`, `repeater_fields`).
JsonArray copyOfDefaults(const JsonArray& templateFields, Ids& ids);

/// `given` over `fallback`, member by member: given ones win. A given field of another type takes nothing over,
/// because options and templates belong to their type.
JsonObject mergedOver(const JsonObject& fallback, const JsonObject& given);

}  // namespace inkwell::metafields
