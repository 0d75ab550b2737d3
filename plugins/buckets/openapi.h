#pragma once

#include <string_view>

namespace inkwell::buckets {

/// The components that the descriptions of the routes name (Registrar::openApi).
extern const std::string_view kOpenApi;

}  // namespace inkwell::buckets
