#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace inkwell::users {

inline constexpr std::size_t kMaxEmailBytes = 254;

/// The e-mail address as stored and compared: in lower case, then byte by byte (interface/users-and-roles.md,
/// "Accounts"). Nothing unless it is printable ASCII without spaces and delimiters of mail headers, with exactly one
/// '@', text on both sides of it, no two dots in a row or at an end, and at most 254 bytes. Any thread.
std::optional<std::string> parseEmail(std::string_view text);

}  // namespace inkwell::users
