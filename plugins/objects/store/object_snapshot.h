#pragma once

#include "inkwell/json.h"
#include "store/object_store.h"

namespace inkwell::objects {

// A row of the table objects as one JSON document, for what may bring it back: the trash, and the undoing of a change
// of many objects. Every member of StoredObject is in it. Any thread.

JsonObject snapshotOf(const StoredObject& object);
/// Of a document that snapshotOf() made.
StoredObject storedFrom(JsonObject snapshot);

}  // namespace inkwell::objects
