#pragma once

#include "inkwell/json.h"
#include "inkwell/object_catalog.h"

namespace inkwell::revisions {

/// What differs between two versions of an object, field by field: {"field", "from", "to"}
/// (interface/drafts-and-revisions.md, "Comparing"). Fields in a fixed order, then metafields in the order of `to`,
/// those inside parents by their own. Ids of metafields do not count. Any thread.
JsonArray differencesOf(const ObjectRecord& from, const ObjectRecord& to);

/// The metafield with that key; null without it.
const JsonObject* findByKey(const JsonArray& metafields, std::string_view key);

}  // namespace inkwell::revisions
