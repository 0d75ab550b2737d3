#pragma once

#include <string_view>

namespace inkwell::views {

/// The OpenAPI components that the route descriptions refer to (Registrar::openApi).
extern const std::string_view kOpenApi;

}  // namespace inkwell::views
