#pragma once

#include <optional>
#include <span>
#include <vector>

#include "inkwell/object_catalog.h"
#include "inkwell/props.h"
#include "store/object_store.h"

namespace inkwell::objects {

/// An object read with Documents::Text, or Documents::None, as reads show it: only the fields that `props` selects, as
/// recordOf() would show them. Takes the document of the object. Nothing, and the document stays, when parts of a field
/// are asked for, or when the document was read otherwise. Throws std::runtime_error for a document that is no JSON.
/// Any thread.
std::optional<ObjectText> objectTextOf(StoredObject& object, const Props& props);

/// The same, whole, for related objects.
std::vector<ObjectText> objectTextsOf(std::span<StoredObject> objects);

}  // namespace inkwell::objects
