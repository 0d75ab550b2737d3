#pragma once

#include <optional>
#include <span>
#include <vector>

#include "inkwell/object_catalog.h"
#include "inkwell/props.h"
#include "store/object_store.h"

namespace inkwell::objects {

/// An object read with Documents::Text, or Documents::None, as reads show it: only the fields that `props` selects,
/// whole ones, as recordOf() would show them. Throws std::runtime_error for a document that is no JSON, and
/// DatabaseError for a damaged one. Any thread.
ObjectText objectTextOf(const StoredObject& object, const Props& props);

/// The same, whole, for related objects.
std::vector<ObjectText> objectTextsOf(std::span<const StoredObject> objects);

}  // namespace inkwell::objects
