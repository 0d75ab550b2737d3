#pragma once

#include <functional>
#include <string>

#include "store/object_store.h"
#include "transfer/transfer_metafields.h"

namespace inkwell::objects {

/// Adds what the object's metafields lead to, its thumbnail and its type.
void collectReferences(StoredObject& object, MetafieldReferences& references);

/// All that leads to a media of the bucket does so by its name of today: metafields, thumbnail and addresses in texts.
void useNamesOfToday(StoredObject& object, const std::string& bucketSlug, const MediaNames& media);

/// Removes references to objects and media that are not there, from the thumbnail too; other media get the names of
/// today.
void dropDangling(StoredObject& object, const std::function<bool(const std::string&)>& hasObject,
                  const MediaNames& media);

}  // namespace inkwell::objects
