#pragma once

#include <span>
#include <string_view>

#include "inkwell/export.h"

namespace inkwell {

/// The one of `known` that `given` is a misspelling of: at most a third of its letters are other, missing, too many or
/// swapped with the next, whatever their case; "" when none is near. A view into `known`. Any thread.
INKWELL_API std::string_view nearestWord(std::string_view given, std::span<const std::string_view> known);

}  // namespace inkwell
