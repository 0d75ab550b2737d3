#pragma once

#include <string>

#include "inkwell/json.h"
#include "inkwell/metafield_type.h"

namespace inkwell::metafields {

/// One entry of GET /v2/metafield-types: {type, title, shape, value, members, plugin}. A schema that is none is left
/// out.
JsonObject renderType(const MetafieldType& type, const std::string& plugin);

}  // namespace inkwell::metafields
