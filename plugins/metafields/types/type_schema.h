#pragma once

#include "types/type_faults.h"

namespace inkwell::metafields {

/// What the type says of its values, and of its other members: an empty object where it throws or says what is none,
/// which is logged. The type is only left undescribed then.
JsonObject valueSchemaOf(const MetafieldType& type, TypeFaults& faults);
JsonObject memberSchemasOf(const MetafieldType& type, TypeFaults& faults);

}  // namespace inkwell::metafields
