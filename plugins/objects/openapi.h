#pragma once

#include <string_view>

namespace inkwell::objects {

/// The OpenAPI components that the route descriptions refer to (Registrar::openApi).
extern const std::string_view kOpenApi;
/// Those of the routes for references and for many objects at once.
extern const std::string_view kManyOpenApi;

}  // namespace inkwell::objects
