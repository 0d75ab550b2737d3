#pragma once

#include <memory>

#include "inkwell/events.h"
#include "inkwell/services.h"
#include "store/object_store.h"

namespace inkwell::objects {

/// Completes the fact of an object with what can be derived: the kind of change, what readers see, and the record for
/// webhooks. The caller has set everything else, for a deletion `previousStatus` too. The record is the object as
/// stored, draft or not; the requested visibility applies to related objects. If `stored` is null, the object is read
/// when a listener asks. `services` must outlive the fact.
void completeFact(Services& services, ObjectFact& fact, std::shared_ptr<const StoredObject> stored = nullptr);

}  // namespace inkwell::objects
