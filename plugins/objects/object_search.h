#pragma once

#include <optional>

#include "inkwell/database.h"
#include "inkwell/metafield_engine.h"
#include "object_list_store.h"

namespace inkwell::objects {

/// ObjectListStore::list for a query that SQL cannot tell exactly: what may match is loaded in parts and matched in
/// memory, so `total` is right, with `after` too. `engine` is null while the metafields plugin is off.
ObjectPage searchObjects(Sql& sql, MetafieldEngine* engine, const ObjectScope& scope, const ListParams& params,
                         const ListQuery& query, const std::optional<ObjectPlace>& after = {});

}  // namespace inkwell::objects
