#pragma once

#include "check/patterns.h"
#include "inkwell/metafield_type.h"
#include "types/type_set.h"

namespace inkwell::metafields {

/// Rules that the dashboard enforces for editors; the server does so only with `enforce_validation`
/// (interface/metafields.md, "Validation for editors"). `regex` may match any part of a text, as in a browser.
void enforceRules(const MetafieldView& field, Patterns& patterns, Problems& problems);

/// The same of a repeater with these items, which stand at `path`.
void enforceItems(const JsonObject& repeater, const JsonArray& items, const std::string& path, Problems& problems);

/// The same at every level of a metafield that the client does not give. It has no place in the body: the problems
/// stand at `path` and name it by `keys`, such as "seo.title" or "steps[0].text".
void enforceWithin(const JsonObject& field, const std::string& keys, const std::string& path, const TypeSet& types,
                   Patterns& patterns, Problems& problems);

/// Adds a problem for a regular expression that cannot be compiled.
void checkRegex(const MetafieldView& field, Patterns& patterns, Problems& problems);

}  // namespace inkwell::metafields
