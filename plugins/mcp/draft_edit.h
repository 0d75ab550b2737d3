#pragma once

#include "inkwell/json.h"

namespace inkwell::mcp {

/// The metafields of an object with those that are given in the place of those with their keys, and new ones behind
/// them. One without `type` changes only the members that it has. Any thread.
JsonArray mergeMetafields(JsonArray metafields, const JsonArray& given);

/// The body of a draft revision that changes only `given` in `object`, which is the newest version as reads show it,
/// with its metafields. `keepsThumbnail`: reads show thumbnails by their names, so that it may be sent back.
JsonObject draftOver(const JsonObject& object, const JsonObject& given, bool keepsThumbnail);

}  // namespace inkwell::mcp
