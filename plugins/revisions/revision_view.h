#pragma once

#include "inkwell/object_catalog.h"
#include "inkwell/props.h"
#include "revision_store.h"

namespace inkwell::revisions {

/// The record that ObjectCatalog::render turns into a response: the metafields and the fields of
/// interface/drafts-and-revisions.md, "Revisions". Of what is large only what `props` selects; with nullptr all of it.
/// Any thread.
ObjectRecord shownRecord(StoredRevision revision, const Props* props = nullptr);
/// Whether `props` select anything of the fields and metafields of a StoredRevision.
bool showsDocument(const Props* props);

/// A response without any lookup, as while the metafields plugin is off.
JsonObject plainRevision(StoredRevision revision);

/// The record that the parameter `query` is matched with: every field it can name.
ObjectRecord queriedRecord(StoredRevision revision);

}  // namespace inkwell::revisions
