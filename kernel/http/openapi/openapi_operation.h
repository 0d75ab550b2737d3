#pragma once

#include <string>

#include "inkwell/json.h"
#include "inkwell/runtime.h"
#include "kernel/snapshot/snapshot.h"

namespace inkwell::kernel {

/// "get", as a path item of OpenAPI names it.
const char* operationMethod(Method method);

/// "getObjectsById" of GET /v2/buckets/{bucket_slug}/objects/{id}: the path up to the bucket's slug is left out. Two
/// routes may share an id.
std::string operationId(const Route& route);

/// The operation object of a route, without its id. `path` is the template it is shown under, with placeholders in the
/// same positions as in route.path. `components` are all components: where the description names an unknown one, any
/// value is allowed.
JsonObject renderOperation(const Route& route, const std::string& path, const JsonObject& components,
                           const ServerInfo& server);

}  // namespace inkwell::kernel
