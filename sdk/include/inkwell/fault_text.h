#pragma once

#include <string>

#include "inkwell/export.h"

namespace inkwell {

/// What the exception that is being handled says, for the log: for `catch (...)` around code of plugins, which may
/// throw anything, also what has no words. Call it inside a handler. Any thread.
INKWELL_API std::string faultText();

}  // namespace inkwell
