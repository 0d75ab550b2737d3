#pragma once

#include <string>

#include "inkwell/json.h"
#include "inkwell/metafield_type.h"
#include "types/type_faults.h"

namespace inkwell::metafields {

/// One entry of GET /v2/metafield-types: {type, title, shape, value, members, plugin}. A schema that is none is left
/// out (valueSchemaOf).
JsonObject renderType(const MetafieldType& type, const std::string& plugin, TypeFaults& faults);

}  // namespace inkwell::metafields
