#pragma once

#include <vector>

#include "inkwell/bucket_directory.h"
#include "inkwell/json.h"
#include "inkwell/render_options.h"
#include "inkwell/services.h"
#include "types/type_store.h"

namespace inkwell::objects {

/// The object types of a response, with metafields as the metafield engine shows them (as stored while it is off).
/// Loads related objects and files of all types together. Any thread; joins the caller's unit of work.
std::vector<JsonObject> renderTypes(Services& services, const Bucket& bucket, const std::vector<StoredType>& types,
                                    const RenderOptions& options = {});

/// One object type of a response, with the given `metafields`.
JsonObject renderType(const StoredType& type, JsonArray metafields);

}  // namespace inkwell::objects
