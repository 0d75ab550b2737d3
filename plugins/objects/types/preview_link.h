#pragma once

#include <optional>
#include <string>

#include "inkwell/json.h"

namespace inkwell::objects {

/// The member `preview_link` of an object type: an http or https address with the placeholders of
/// interface/drafts-and-revisions.md, "Previews". Adds a problem for a bad one; "" clears.
std::optional<std::string> readPreviewLink(JsonReader& reader, const JsonObject& body);

}  // namespace inkwell::objects
