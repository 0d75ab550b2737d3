#pragma once

#include <string>
#include <string_view>

namespace inkwell::media {

/// `prefix`, a hyphen and what letters, digits, '-', '_' and '.' make of the original name; accents become ASCII where
/// they can, the end of the name (".tar.gz") stays. Safe in a URL and as a store's key; at most 150 long. Any thread.
std::string storedName(std::string_view prefix, std::string_view originalName);

/// What is left of a client's file name once folders are taken away: "a.png" of "C:\\x\\a.png". ApiError 400 for a name
/// that is empty, too long, holds control characters or is not UTF-8.
std::string parseOriginalName(std::string_view given);

/// ".png" in lower case without the dot; "" when there is none.
std::string extensionOf(std::string_view name);

}  // namespace inkwell::media
