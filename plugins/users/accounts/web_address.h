#pragma once

#include <string_view>

namespace inkwell::users {

/// True for an absolute http or https URL with a host and without user name, spaces, control characters and the
/// delimiters "<>\^`{|}: it is safe in a response that a page may turn into a link. Any thread.
bool isWebAddress(std::string_view text);

}  // namespace inkwell::users
