#pragma once

#include "inkwell/json.h"

namespace inkwell::mcp {

/// Checks a tool's arguments against its input schema, as far as tool_list.cpp uses JSON Schema: types, enum, minimum,
/// maximum, minLength, required, items, and no members besides. Throws ApiError 400 with every problem. Any thread.
void checkArguments(const JsonObject& schema, const JsonObject& arguments);

}  // namespace inkwell::mcp
