#pragma once

#include <functional>
#include <string>

#include "store/object_store.h"
#include "transfer/transfer_metafields.h"

namespace inkwell::objects {

/// Adds what the object's metafields lead to, its thumbnail and its type.
void collectReferences(StoredObject& object, MetafieldReferences& references);

/// Removes references to objects and media that are not there, from the thumbnail too; other media get the names of
/// today.
void dropDangling(StoredObject& object, const std::function<bool(const std::string&)>& hasObject,
                  const MediaNames& media);

}  // namespace inkwell::objects
