#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace inkwell::media {

inline constexpr std::size_t kMaxNameLength = 500;

/// `prefix`, a hyphen and the original name reduced to letters, digits, '-', '_' and '.'. Accents become ASCII if
/// possible; the extension (".tar.gz") stays. Safe in a URL and as a store's key; at most 150 bytes. Any thread.
std::string storedName(std::string_view prefix, std::string_view originalName);

/// A client's file name without folders: "a.png" for "C:\\x\\a.png". Throws ApiError 400 for a name that is empty, too
/// long, not UTF-8 or has control characters.
std::string parseOriginalName(std::string_view given);

/// The extension in lower case without the dot ("png"); "" when there is none.
std::string extensionOf(std::string_view name);

}  // namespace inkwell::media
