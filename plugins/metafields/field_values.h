#pragma once

#include <vector>

#include "inkwell/list_query.h"
#include "type_set.h"

namespace inkwell::metafields {

/// MetafieldEngine::fieldValues. A select-dropdown stands for its value, a related object for its id, a file for its
/// name; an unset text for "", as it is rendered; what else is unset has no value.
std::vector<FieldValue> fieldValuesOf(const JsonArray& metafields, const TypeSet& types);

}  // namespace inkwell::metafields
