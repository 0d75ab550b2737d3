#pragma once

#include "inkwell/json.h"

namespace inkwell::kernel {

/// A value that a JSON Schema of the document allows: the first of its `examples`, or one that is put together from the
/// examples of its required members, the first alternatives, and stand-ins by type. `components` are all components; of
/// an unknown one any value is a good one. Any thread.
Json exampleOf(const Json& schema, const JsonObject& components);

}  // namespace inkwell::kernel
