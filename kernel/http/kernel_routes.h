#pragma once

#include <vector>

#include "inkwell/runtime.h"
#include "kernel/plugins/snapshot.h"

namespace inkwell::kernel {

/// The routes that no plugin brings, under the plugin name "kernel": GET /v2/status (where-silent.md, "Addresses and
/// sign-in"), GET /v2/openapi.json, and GET /health and /health/live, liveness only, which both listeners serve. The
/// plugin host adds them to every router. The arguments must outlive the routes.
std::vector<Route> kernelRoutes(const ServerInfo& server, const Clock& clock, const CurrentSnapshot& current);

}  // namespace inkwell::kernel
