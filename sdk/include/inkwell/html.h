#pragma once

#include <string>
#include <string_view>

#include "inkwell/export.h"

namespace inkwell {

/// The text with &, <, >, " and ' as character references: safe between tags, and inside quotes of either kind. Any
/// thread.
INKWELL_API std::string escapedHtml(std::string_view text);

}  // namespace inkwell
