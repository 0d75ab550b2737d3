#pragma once

#include "inkwell/metafield_type.h"
#include "types/type_set.h"

namespace inkwell::metafields {

/// What `type` renders, or null where it throws or gives text that is no UTF-8, which is logged: one value shall not
/// take a whole list from its readers. Throws what `lookup` throws, also where the type catches that; DatabaseError and
/// std::bad_alloc.
Json renderContained(const TypeSet& types, const MetafieldType& type, const JsonObject& field,
                     const RenderLookup& lookup);

/// The same for MetafieldType::decorate. What the field has by then, it keeps.
void decorateContained(const TypeSet& types, const MetafieldType& type, JsonObject& field, const RenderLookup& lookup);

/// The same for MetafieldType::references. What it has told of by then is looked up. Throws what `found` throws.
void collectContained(const TypeSet& types, const MetafieldType& type, const JsonObject& field, References& found);

}  // namespace inkwell::metafields
