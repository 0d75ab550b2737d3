#pragma once

#include <string>

#include "inkwell/json.h"
#include "inkwell/runtime.h"
#include "kernel/plugins/snapshot.h"

namespace inkwell::kernel {

/// "get", as a path item of OpenAPI names it.
const char* operationMethod(Method method);

/// "getObjectsById" of GET /v2/buckets/{bucket_slug}/objects/{id}: what lies in a bucket goes without it. Two routes
/// may have the same.
std::string operationId(const Route& route);

/// The operation object of a route, without its id. `path` is the template it is shown under, with the placeholders at
/// the same places as in route.path; `components` are all there are: what the route's description names elsewhere means
/// anything.
JsonObject renderOperation(const Route& route, const std::string& path, const JsonObject& components,
                           const ServerInfo& server);

}  // namespace inkwell::kernel
