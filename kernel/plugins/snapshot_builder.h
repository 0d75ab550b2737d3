#pragma once

#include <functional>
#include <memory>

#include "kernel/plugins/plugin_record.h"

namespace inkwell::kernel {

/// The snapshot in which exactly the plugins that `isOn` picks are on; the routes of the others return an error that
/// names the plugin, unless another one serves the same path. Throws std::runtime_error for a path the router does not
/// understand. Called by the host.
std::shared_ptr<const Snapshot> buildSnapshot(const PluginRecords& all,
                                              const std::function<bool(const PluginRecord&)>& isOn,
                                              const std::vector<Route>& kernelRoutes);

}  // namespace inkwell::kernel
