#pragma once

#include <string_view>

namespace inkwell::merge_requests {

/// The components that the descriptions of the routes name (Registrar::openApi).
extern const std::string_view kOpenApi;

}  // namespace inkwell::merge_requests
