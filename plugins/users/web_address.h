#pragma once

#include <string_view>

namespace inkwell::users {

/// True for an absolute http or https address with a host and without user name, blanks, control characters and the
/// delimiters "<>\^`{|}: what an answer may carry into a link of somebody's page. Any thread.
bool isWebAddress(std::string_view text);

}  // namespace inkwell::users
