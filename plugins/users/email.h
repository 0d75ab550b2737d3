#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace inkwell::users {

inline constexpr std::size_t kMaxEmailBytes = 254;

/// The address as it is stored and compared: ASCII letters lowered, everything else byte by byte (where-silent.md,
/// "Users"). Nothing for what is no address: exactly one '@' with text on both sides, a sound domain, no spaces,
/// control characters or delimiters of mail headers, at most 254 bytes. Any thread.
std::optional<std::string> parseEmail(std::string_view text);

}  // namespace inkwell::users
