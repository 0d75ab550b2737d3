#pragma once

#include <string>

#include "inkwell/json.h"

namespace inkwell::presence {

/// Body of POST .../presence (interface/changes-and-audit.md, "Who is here").
struct Whereabouts {
    std::string objectId;
    std::string field;  // "": none in particular
};

/// Called by the routes. Throws ApiError 400 with every problem.
Whereabouts parseWhereabouts(const JsonObject& body);

}  // namespace inkwell::presence
