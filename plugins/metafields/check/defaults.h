#pragma once

#include "inkwell/json.h"
#include "inkwell/runtime.h"

namespace inkwell::metafields {

/// Copies a type's default for a new object, with new ids here and in all children, because metafields belong to one
/// object. Values are not checked again: they were checked when the type was written.
JsonObject copyOfDefault(const JsonObject& templateField, Ids& ids);

/// Copies an array of defaults (`children`, `repeater_fields`).
JsonArray copyOfDefaults(const JsonArray& templateFields, Ids& ids);

/// Merges `given` over `fallback`, member by member. When the types differ, nothing is taken from `fallback`, because
/// options and templates belong to their type.
JsonObject mergedOver(const JsonObject& fallback, const JsonObject& given);

}  // namespace inkwell::metafields
