#pragma once

#include "inkwell/metafield_type.h"

namespace inkwell::metafields {

/// Rules that the dashboard enforces for editors; the server does so only with `enforce_validation`
/// (interface/metafields.md, "Validation for editors"). `regex` may match any part of a text, as in a browser.
void enforceRules(const MetafieldView& field, Problems& problems);

/// The same of a repeater with these items, which stand at `path`.
void enforceItems(const JsonObject& repeater, const JsonArray& items, const std::string& path, Problems& problems);

/// Adds a problem for a regular expression that cannot be compiled.
void checkRegex(const MetafieldView& field, Problems& problems);

}  // namespace inkwell::metafields
