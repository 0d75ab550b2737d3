#pragma once

#include <optional>

#include "inkwell/bucket_directory.h"
#include "inkwell/error.h"
#include "inkwell/services.h"
#include "store/object_store.h"
#include "types/type_store.h"

namespace inkwell::objects {

/// Keeps `before`, which an edit is about to replace, as a revision: where `asked` says so or, when it says nothing,
/// the object's type does (interface/drafts-and-revisions.md, "Keeping what an edit replaces"). Where it is asked for
/// and nobody keeps revisions, adds a problem. Inside Database::write, before the object is stored.
void keepReplaced(Services& services, const Bucket& bucket, const StoredObject& before, const TypeRules* type,
                  std::optional<bool> asked, Problems& problems);

/// The same whatever the type says; nothing where nobody keeps revisions.
void keepReplaced(Services& services, const Bucket& bucket, const StoredObject& before);

/// The same for changes that have no such member: the type decides.
void keepReplaced(Services& services, const Bucket& bucket, const StoredObject& before, const TypeRules* type);

}  // namespace inkwell::objects
