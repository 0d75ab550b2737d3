#pragma once

#include <optional>

#include "inkwell/bucket_directory.h"
#include "inkwell/error.h"
#include "inkwell/services.h"
#include "store/object_store.h"
#include "types/type_store.h"

namespace inkwell::objects {

// Keep what an edit is about to replace as a revision (interface/drafts-and-revisions.md, "Keeping what an edit
// replaces"). Inside Database::write, before the object is stored. `type` is null when there is none.

/// `after` is about to be stored in the place of `before`.
struct Replacement {
    const StoredObject& before;
    const StoredObject& after;
};

/// Where `asked` says so or, when it says nothing, the type does, and the two differ. Where it is asked for and nobody
/// keeps revisions, adds a problem; with any problem nothing is kept.
void keepIfWanted(Services& services, const Bucket& bucket, const Replacement& edit, const TypeRules* type,
                  std::optional<bool> asked, Problems& problems);

/// For changes that cannot ask: where the type says so, and the two differ.
void keepIfTypeSays(Services& services, const Bucket& bucket, const Replacement& edit, const TypeRules* type);

/// Whatever the type says and whatever takes its place; nothing where nobody keeps revisions.
void keepAlways(Services& services, const Bucket& bucket, const StoredObject& before);

}  // namespace inkwell::objects
