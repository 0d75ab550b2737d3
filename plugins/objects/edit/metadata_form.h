#pragma once

#include <string>

#include "inkwell/error.h"
#include "inkwell/json.h"

namespace inkwell::objects {

/// The metafields that a body's `metadata` writes, as a client would give them in `metafields`: values by key, as reads
/// show them (interface/metafields.md, "Writing values by key"). Each is completed from the one that is `stored`, or
/// else from `templates`, those of the object's type (null: none): children of a parent that are not given stay, and
/// the items of a repeater may name what stored ones have beside its templates. An unknown key becomes a metafield
/// without a type, which the check of metafields refuses. Adds problems at `path` for values of another shape than
/// their metafield. Throws nothing. Any thread.
JsonArray metafieldsOf(const JsonObject& metadata, const JsonArray& stored, const JsonArray* templates,
                       const std::string& path, Problems& problems);

/// Adds the problems of what metafieldsOf() gave at `path`, which speak of places in an array, as problems of keys:
/// "metadata[0].children[1].value" becomes "metadata.seo.title". Of a key that neither the object nor its type knows
/// the problem is that.
void addByKey(const Problems& found, const JsonArray& given, const std::string& path, Problems& problems);

}  // namespace inkwell::objects
