#pragma once

#include <string_view>
#include <vector>

#include "inkwell/list_query.h"
#include "types/type_set.h"

namespace inkwell::metafields {

/// MetafieldEngine::fieldValues: the value of a select-dropdown, the id of a related object, the name of a file, "" for
/// an unset text (as rendered). Other unset metafields have no value.
std::vector<FieldValue> fieldValuesOf(const JsonArray& metafields, const TypeSet& types);

/// MetafieldEngine::anyObject.
bool anyObjectOf(const JsonArray& metafields, std::string_view path, const TypeSet& types, const JsonTest& test);

}  // namespace inkwell::metafields
