#pragma once

#include "inkwell/json.h"

namespace inkwell::mcp {

/// The metafields of an object with those that are given in the place of those with their keys, and new ones behind
/// them. One without `type` changes only the members that it has, and of the children of a parent those with the keys
/// of its own. Any thread.
JsonArray mergeMetafields(JsonArray metafields, const JsonArray& given);

/// Throws ApiError 400 where two of the metafields in `given`, or of the children of one, have the same key: the last
/// one would win.
void requireOneOfEachKey(const JsonObject& given);

/// The body that changes only `given` in `object`, where that is not changed by a draft: with `title`, and with the
/// metafields as `metadata` where only their values are given, so that nothing else is checked again.
JsonObject editOf(const JsonObject& object, JsonObject given);

/// Has a refusal, in its message and its problems, say of the metafields of `body`, which was to change `object`, where
/// they stand among those of `given`; of others the key.
void nameGiven(JsonObject& refusal, const JsonObject& object, const JsonObject& body, const JsonObject& given);

/// The body of a draft revision that changes only `given` in `object`, which is the prepared draft as reads show it,
/// with its metafields. `changes` is how it differs from the live version: reads may show a thumbnail by its address,
/// there it stands by its name.
JsonObject draftOver(const JsonObject& object, const JsonArray& changes, const JsonObject& given);

}  // namespace inkwell::mcp
