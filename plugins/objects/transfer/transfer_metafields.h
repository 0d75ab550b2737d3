#pragma once

#include <functional>
#include <map>
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

/// All media names in file metafields, and all object ids and types in object and objects metafields.
struct MetafieldReferences {
    std::set<std::string> media;
    std::set<std::string> objects;
    std::set<std::string> objectTypes;
};
void collectReferences(const JsonArray& metafields, MetafieldReferences& references);

/// Calls visit on the values that are texts and no references, at any depth.
void forEachText(JsonArray& metafields, const std::function<void(Json& value)>& visit);

/// The remark of an import, for every type that an item's relations name and the bucket lacks.
inline constexpr const char* kMissingTypeNote = "a relation to an object type that is not there was kept";

/// Removes references to missing objects and media; returns how many.
int clearDangling(JsonArray& metafields, const std::function<bool(const std::string&)>& hasObject,
                  const std::function<bool(const std::string&)>& hasMedia);

/// An export leaves out what dangles. Where `imported` has what is left of `stored` then, which is `cleared`, it gets
/// the whole of it: what dangles may come back from the trash.
void keepDangling(const JsonArray& stored, const JsonArray& cleared, JsonArray& imported);

/// Where `cleared` lacks references that `whole` has, it gets the value of its like in `stored`, if that is not empty.
/// Returns how many of the references that are made up for.
int keepStored(const JsonArray& whole, JsonArray& stored, JsonArray& cleared);

/// Relations to objects of the file get the ids that these have here, as far as they have some; none while the plugin
/// of metafields is off.
void useIdsHere(Services& services, JsonArray& metafields, ImportContext& context);

/// Those of `names` that are media of the bucket, in one statement; all while the media plugin is off.
std::set<std::string> existingMedia(Services& services, const Bucket& bucket, const std::set<std::string>& names);

/// The same, each with the name that its record has today: a file that was replaced is found by its former names too.
using MediaNames = std::map<std::string, std::string>;
MediaNames presentMedia(Services& services, const Bucket& bucket, const std::set<std::string>& names);

/// Writes the names of today into file metafields.
void renameMedia(JsonArray& metafields, const MediaNames& names);

/// "a, b" -> {"a", "b"}: the value of an objects metafield.
std::vector<std::string> splitIds(std::string_view value);

/// Writes lists of ids as an import does: without blanks.
void joinIds(JsonArray& metafields);

/// Reports the problems of one item to the import.
void forward(const Problems& problems, ImportContext& context);

}  // namespace inkwell::objects
