#pragma once

#include <vector>

#include "inkwell/bucket_directory.h"
#include "inkwell/json.h"
#include "inkwell/services.h"
#include "type_store.h"

namespace inkwell::objects {

/// The response's object types, with metafields as the metafield engine shows them (as stored while it is off): the
/// related objects and files of all types are loaded together. Any thread; joins the caller's unit of work.
std::vector<JsonObject> renderTypes(Services& services, const Bucket& bucket, const std::vector<StoredType>& types);

/// One response object with `metafields` as given.
JsonObject renderType(const StoredType& type, JsonArray metafields);

}  // namespace inkwell::objects
