#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace inkwell::kernel {

/// Percent-decodes `text`; a '%' without two hex digits after it stays as it is, and with `plusIsSpace` a '+' is a
/// space. The result is unchecked bytes. Any thread.
std::string percentDecode(std::string_view text, bool plusIsSpace);

/// The URL's part after '?', decoded leniently: raw braces and quotes, empty pairs and names without '=' pass
/// (interface/errors-and-limits.md, "Query strings"). Pairs in their order, repetitions included. Throws ApiError 400
/// for invalid UTF-8 and NUL. Any thread.
std::vector<std::pair<std::string, std::string>> parseQueryString(std::string_view text);

/// A request target cut at the first '?': path and query, still encoded. Of the absolute form ("http://host/path")
/// scheme and host are dropped. Views into `target`. Any thread.
std::pair<std::string_view, std::string_view> splitTarget(std::string_view target) noexcept;

}  // namespace inkwell::kernel
