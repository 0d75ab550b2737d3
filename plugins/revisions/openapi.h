#pragma once

#include <string_view>

namespace inkwell::revisions {

/// The components that the descriptions of the routes name (Registrar::openApi).
extern const std::string_view kOpenApi;

}  // namespace inkwell::revisions
