#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace inkwell::media {

/// A header of a part or request: `form-data; name="a"; filename="b"`. Names and `value` are in lower case.
struct HeaderValue {
    std::string value;
    std::vector<std::pair<std::string, std::string>> parameters;

    std::optional<std::string> find(std::string_view name) const;
};
/// Nothing when it is malformed or repeats a parameter.
std::optional<HeaderValue> parseHeaderValue(std::string_view text);

}  // namespace inkwell::media
