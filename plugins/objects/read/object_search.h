#pragma once

#include <optional>

#include "inkwell/database.h"
#include "inkwell/metafield_engine.h"
#include "read/object_list_store.h"

namespace inkwell::objects {

/// ObjectListStore::list for queries that SQL cannot decide: loads candidates in batches and matches them in memory, so
/// that `total` is exact, also with `after`; if it is not wanted, only until the page is full. What is found has its
/// document parsed, or as Documents::Text has it. No session is held while objects are matched, unless the caller holds
/// one. `engine` is null while the metafields plugin is off. Throws as ObjectMatcher.
ObjectPage searchObjects(Database& database, MetafieldEngine* engine, const ObjectScope& scope,
                         const ListParams& params, const ListQuery& query, const std::optional<ObjectPlace>& after = {},
                         const ListReading& reading = {});

}  // namespace inkwell::objects
