#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "inkwell/json.h"

namespace inkwell::objects {

// Converts the older (version 1) form of a bucket export to our own. Pure functions: what they cannot know (whether
// a related object exists) is left to the import. Drops what our form cannot hold. Calls `note` for each
// conversion, and for what is dropped.
using Note = std::function<void(const std::string&)>;

bool isOlderType(const JsonObject& type);
JsonObject convertOlderType(const JsonObject& type, const Note& note);

bool isOlderObject(const JsonObject& object);
JsonObject convertOlderObject(const JsonObject& object, const Note& note);

/// A remark for each member that is not `known`; `what` has it.
void noteOthers(const JsonObject& older, std::span<const std::string_view> known, const char* what, const Note& note);

/// `metafields` null or absent means none. A text field with children becomes a group: `parent` if its children's keys
/// differ, `repeater` with one item per child if they repeat. Its own value becomes a first child `value`.
JsonArray convertOlderMetafields(const Json& metafields, const Note& note);

}  // namespace inkwell::objects
