#pragma once

#include <optional>

#include "inkwell/bucket_directory.h"
#include "inkwell/error.h"
#include "inkwell/services.h"
#include "store/object_store.h"
#include "types/type_store.h"

namespace inkwell::objects {

/// `after` is about to be stored in the place of `before`.
struct Replacement {
    const StoredObject& before;
    const StoredObject& after;
};

/// Keeps what an edit is about to replace as a revision: where `asked` says so or, when it says nothing, the object's
/// type does (interface/drafts-and-revisions.md, "Keeping what an edit replaces"). Where it is asked for and nobody
/// keeps revisions, adds a problem. Inside Database::write, before the object is stored.
void keepReplaced(Services& services, const Bucket& bucket, const Replacement& edit, const TypeRules* type,
                  std::optional<bool> asked, Problems& problems);

/// The same for changes that have no such member: the type decides.
void keepReplaced(Services& services, const Bucket& bucket, const Replacement& edit, const TypeRules* type);

/// Keeps `before` whatever the type says and whatever takes its place; nothing where nobody keeps revisions.
void keepReplaced(Services& services, const Bucket& bucket, const StoredObject& before);

}  // namespace inkwell::objects
