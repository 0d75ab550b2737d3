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

// What export and import do to stored metafields, at any depth. Only the built-in relation types are known here; a
// type of another plugin keeps its values.

/// Without `id`: a file of content is the same for every bucket it is in.
JsonArray withoutIds(const JsonArray& metafields);

/// Every media name that file metafields hold, and every object id and object type of object and objects metafields.
struct MetafieldReferences {
    std::set<std::string> media;
    std::set<std::string> objects;
    std::set<std::string> objectTypes;
};
void collectReferences(const JsonArray& metafields, MetafieldReferences& references);

/// Takes out references to what is not there; returns how many there were.
int clearDangling(JsonArray& metafields, const std::function<bool(const std::string&)>& hasObject,
                  const std::function<bool(const std::string&)>& hasMedia);

/// Those of `names` that are media of the bucket, in one statement; all of them while the media plugin is off.
std::set<std::string> existingMedia(Services& services, const Bucket& bucket, const std::set<std::string>& names);

/// "a, b" -> {"a", "b"}: the value of an objects metafield.
std::vector<std::string> splitIds(std::string_view value);

/// Hands the problems of one thing on to the import.
void forward(const Problems& problems, ImportContext& context);

}  // namespace inkwell::objects
