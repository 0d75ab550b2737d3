#pragma once

#include "inkwell/metafield_type.h"

namespace inkwell::metafields {

/// The rules that editors keep in the dashboard and the server only when `enforce_validation` is on (specification,
/// "Metafield"; where-silent.md, "Metafield rules"). `regex` may match any part of a text, as in a browser.
void enforceRules(const MetafieldView& field, Problems& problems);

/// A regular expression that cannot run is a problem of the definition.
void checkRegex(const MetafieldView& field, Problems& problems);

}  // namespace inkwell::metafields
