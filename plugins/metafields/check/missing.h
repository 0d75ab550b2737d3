#pragma once

#include <string>
#include <vector>

#include "inkwell/json.h"
#include "inkwell/runtime.h"
#include "types/type_set.h"

namespace inkwell::metafields {

/// Implements MetafieldEngine::addMissing.
std::vector<std::string> addMissingFields(JsonArray& metafields, const JsonArray& templates, const TypeSet& types,
                                          Ids& ids);

}  // namespace inkwell::metafields
