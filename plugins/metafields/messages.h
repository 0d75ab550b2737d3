#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "inkwell/json.h"

namespace inkwell::metafields {

/// Client text in quotes for a message, shortened when long, so that a response never repeats a whole body.
std::string quoted(std::string_view text);

/// "must be a number, not a string"
std::string mustBe(std::string_view what, const Json& given);

/// "'a', 'b'"; of many the first, and how many more there are, with the `others` that `texts` leave out.
std::string quotedList(const std::vector<std::string_view>& texts, std::size_t others = 0);

/// The problem of a metafield without `type` whose key `templates` do not have; "" where there are none to name.
std::string missingType(std::string_view key, const JsonArray* templates);

}  // namespace inkwell::metafields
