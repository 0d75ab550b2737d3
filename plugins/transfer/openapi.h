#pragma once

#include <string_view>

namespace inkwell::transfer {

/// The OpenAPI components that the route descriptions refer to (Registrar::openApi).
extern const std::string_view kOpenApi;

}  // namespace inkwell::transfer
