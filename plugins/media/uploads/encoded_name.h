#pragma once

#include <string>
#include <string_view>

namespace inkwell::media {

// The names of files that are not plain ASCII, as clients write them into the headers of a part. Both throw ApiError
// 400 that says what is malformed. What they return need not be valid UTF-8.

/// The value of the parameter `filename*` (RFC 8187): "UTF-8''sp%C3%A4t.txt".
std::string decodedExtended(std::string_view value);

/// The value of `filename`, in which encoded words (RFC 2047) may stand: "=?UTF-8?Q?sp=C3=A4t?= .txt". Any other
/// text stays as it is.
std::string decodedWords(std::string_view value);

}  // namespace inkwell::media
