#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace inkwell::users {

inline constexpr std::size_t kMaxEmailBytes = 254;

/// The address as it is stored and compared: in lower case, then byte by byte (where-silent.md, "Users"). Nothing for
/// what is no address: printable ASCII without spaces and the delimiters of mail headers, exactly one '@' with text on
/// both sides, no empty part between dots, at most 254 bytes. Any thread.
std::optional<std::string> parseEmail(std::string_view text);

}  // namespace inkwell::users
