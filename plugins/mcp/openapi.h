#pragma once

#include <string_view>

namespace inkwell::mcp {

/// What the routes take and answer with (Registrar::openApi).
extern const std::string_view kOpenApi;

}  // namespace inkwell::mcp
