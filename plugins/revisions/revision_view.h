#pragma once

#include "inkwell/object_catalog.h"
#include "revision_store.h"

namespace inkwell::revisions {

/// What ObjectCatalog::render makes an answer of: the fields of the specification's "Revision" and the metafields. Any
/// thread.
ObjectRecord shownRecord(StoredRevision revision);

/// What the parameter `query` is matched with: every field that it knows.
ObjectRecord queriedRecord(const StoredRevision& revision);

}  // namespace inkwell::revisions
