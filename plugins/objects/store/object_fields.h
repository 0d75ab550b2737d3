#pragma once

#include <string_view>
#include <vector>

#include "inkwell/list_query.h"
#include "inkwell/metafield_engine.h"
#include "store/object_store.h"

namespace inkwell::objects {

/// Values of one object beyond this number are not stored: a JSON value may hold a million.
inline constexpr std::size_t kMaxFieldsPerObject = 10'000;

/// The parts of an object that its query values are made of; the object owns the texts and the array.
struct IndexedParts {
    std::string_view title;
    std::string_view content;
    std::string_view thumbnail;
    const JsonArray* metafields = nullptr;
};
IndexedParts partsOf(const StoredObject& object);

/// The values, besides columns, that queries can find the object by: title, content, thumbnail and metafields as
/// "metadata.<key>", each value once, the title first. Without an engine (the metafields plugin is off) there are no
/// metafields. Used for the table and for matching in memory. Any thread.
std::vector<FieldValue> fieldsOf(const IndexedParts& parts, MetafieldEngine* engine);
std::vector<FieldValue> fieldsOf(const StoredObject& object, MetafieldEngine* engine);

}  // namespace inkwell::objects
