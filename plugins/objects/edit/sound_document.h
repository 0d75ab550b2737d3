#pragma once

#include <string>

#include "inkwell/json.h"

namespace inkwell::objects {

/// What makes a document one that could not be read again: texts that are no UTF-8 or have a NUL, numbers that JSON
/// does not have, content, options or metafields of another kind than theirs. "" for a sound one. Any thread.
std::string flawOf(const JsonObject& document);

}  // namespace inkwell::objects
