#pragma once

#include <string>
#include <vector>

#include "inkwell/content_parts.h"
#include "inkwell/events.h"

namespace inkwell::test {

/// ContentParts::namesOf a change of that kind, type and id.
inline std::vector<std::string> partNames(const std::string& kind, const std::string& type = "",
                                          const std::string& id = "000000000000000000000001") {
    Change change;
    change.kind = kind;
    change.type = type;
    change.id = id;
    return ContentParts::namesOf(change);
}

/// The first of them: for an object or a revision, all objects of the type.
inline std::string partName(const std::string& kind, const std::string& type = "") {
    return partNames(kind, type).front();
}

}  // namespace inkwell::test
