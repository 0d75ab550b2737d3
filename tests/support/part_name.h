#pragma once

#include <string>

#include "inkwell/content_parts.h"
#include "inkwell/events.h"

namespace inkwell::test {

/// ContentParts::nameOf a change of that kind and type.
inline std::string partName(const std::string& kind, const std::string& type = "") {
    Change change;
    change.kind = kind;
    change.type = type;
    return ContentParts::nameOf(change);
}

}  // namespace inkwell::test
