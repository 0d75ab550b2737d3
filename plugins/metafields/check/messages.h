#pragma once

#include <string>
#include <string_view>

#include "inkwell/json.h"

namespace inkwell::metafields {

/// Client text in quotes for a message, shortened when long, so that a response never repeats a whole body.
std::string quoted(std::string_view text);

/// "must be a number, not a string"
std::string mustBe(std::string_view what, const Json& given);

}  // namespace inkwell::metafields
