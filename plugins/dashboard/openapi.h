#pragma once

#include <string_view>

namespace inkwell::dashboard {

extern const std::string_view kOpenApi;

}  // namespace inkwell::dashboard
