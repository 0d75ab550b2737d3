#pragma once

#include <vector>

#include "inkwell/runtime.h"
#include "kernel/runtime/server_info.h"
#include "kernel/snapshot/snapshot.h"

namespace inkwell::kernel {

/// The kernel's own routes, under the plugin name "kernel": GET /v2/status (interface/resources.md, "The server"), GET
/// /v2/openapi.json, and GET /health and /health/live, liveness only, which both listeners serve. The plugin host adds
/// them to every router. The arguments must outlive the routes.
std::vector<Route> kernelRoutes(const LiveServerInfo& server, const Clock& clock, const CurrentSnapshot& current);

}  // namespace inkwell::kernel
