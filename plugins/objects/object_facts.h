#pragma once

#include "inkwell/events.h"
#include "inkwell/services.h"
#include "object_store.h"

namespace inkwell::objects {

/// Completes the fact of an object by what follows from it: the kind of the change, what readers see happen, and the
/// record where webhooks ask for one. The caller has set everything else, `previousStatus` of a deletion too. The
/// record is the object itself as it was stored, draft or not; the visibility asked for counts for what it is related
/// to. Without `stored` it is read when a listener asks. `services` outlives the fact.
void completeFact(Services& services, ObjectFact& fact, const StoredObject* stored = nullptr);

}  // namespace inkwell::objects
