#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/bucket_transfer.h"
#include "inkwell/json.h"
#include "inkwell/services.h"

namespace inkwell::objects {

// Operations of export and import on stored metafields, at any depth. They know only the built-in relation types;
// metafields of other plugins' types keep their values.

/// Removes `id`, so that a content file is the same for every bucket.
JsonArray withoutIds(const JsonArray& metafields);

/// All media names in file metafields, and all object ids and types in object and objects metafields.
struct MetafieldReferences {
    std::set<std::string> media;
    std::set<std::string> objects;
    std::set<std::string> objectTypes;
};
void collectReferences(const JsonArray& metafields, MetafieldReferences& references);

/// Removes references to missing objects and media; returns how many.
int clearDangling(JsonArray& metafields, const std::function<bool(const std::string&)>& hasObject,
                  const std::function<bool(const std::string&)>& hasMedia);

/// Those of `names` that are media of the bucket, in one statement; all while the media plugin is off.
std::set<std::string> existingMedia(Services& services, const Bucket& bucket, const std::set<std::string>& names);

/// "a, b" -> {"a", "b"}: the value of an objects metafield.
std::vector<std::string> splitIds(std::string_view value);

/// Reports the problems of one item to the import.
void forward(const Problems& problems, ImportContext& context);

}  // namespace inkwell::objects
