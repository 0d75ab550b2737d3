#pragma once

#include <string_view>

#include "inkwell/json.h"

namespace inkwell::revisions {

/// Replaces a type's slug in the member `object_type` of stored metafields at any depth; true when there was one. Any
/// thread.
bool renameObjectType(JsonArray& metafields, std::string_view from, std::string_view to);

}  // namespace inkwell::revisions
