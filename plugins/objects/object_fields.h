#pragma once

#include <vector>

#include "inkwell/list_query.h"
#include "inkwell/metafield_engine.h"
#include "object_store.h"

namespace inkwell::objects {

/// Values of one object beyond this number are not kept: a json value may hold a million.
inline constexpr std::size_t kMaxFieldsPerObject = 10'000;

/// What a query finds the object by beside its columns: title, content, thumbnail and its metafields under
/// "metadata.<key>", each value once, the title first. Without an engine (the metafields plugin is off) the metafields
/// are left out. The same for the table and for matching in memory. Any thread.
std::vector<FieldValue> fieldsOf(const StoredObject& object, MetafieldEngine* engine);

}  // namespace inkwell::objects
