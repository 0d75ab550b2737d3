#pragma once

#include <string_view>

#include "inkwell/json.h"

namespace inkwell::mcp {

/// The tools as `tools/list` shows them: name, title, description, inputSchema, annotations. Any thread.
const JsonArray& toolList();

/// One of them; null for an unknown name.
const JsonObject* findTool(std::string_view name);

}  // namespace inkwell::mcp
