#pragma once

#include "inkwell/object_catalog.h"
#include "revision_store.h"

namespace inkwell::revisions {

/// The record that ObjectCatalog::render turns into a response: the metafields and the fields of
/// interface/drafts-and-revisions.md, "Revisions". Any thread.
ObjectRecord shownRecord(StoredRevision revision);

/// A response without any lookup, as while the metafields plugin is off.
JsonObject plainRevision(StoredRevision revision);

/// The record that the parameter `query` is matched with: every field it can name.
ObjectRecord queriedRecord(const StoredRevision& revision);

}  // namespace inkwell::revisions
