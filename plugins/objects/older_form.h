#pragma once

#include <functional>
#include <string>

#include "inkwell/json.h"

namespace inkwell::objects {

// The older (version 1) form of a bucket export -> our own form. Pure functions: what they cannot know (whether a
// related object exists) is left to the import. What our form has no place for is dropped; what is converted is told
// to `note`, once for each place.
using Note = std::function<void(const std::string&)>;

bool isOlderType(const JsonObject& type);
JsonObject convertOlderType(const JsonObject& type, const Note& note);

bool isOlderObject(const JsonObject& object);
JsonObject convertOlderObject(const JsonObject& object, const Note& note);

/// `metafields` null or absent is none. A text field with children becomes a group: `parent` when its children's keys
/// differ, `repeater` with one item for each child when they repeat; its own value is kept as a first child `value`.
JsonArray convertOlderMetafields(const Json& metafields, const Note& note);

}  // namespace inkwell::objects
