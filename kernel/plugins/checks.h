#pragma once

#include <string>
#include <vector>

#include "kernel/plugins/plugin_record.h"

namespace inkwell::kernel {

// What must hold between plugins that were set up. Every function answers with sentences for the operator; called by
// the host, under its lock.

/// "GET /v2/buckets/{}/objects": two routes with one shape cannot live side by side.
std::string routeShape(const Route& route);

/// Services that the manifest lists and setup() did not provide, and the reverse.
std::vector<std::string> findManifestDrift(const PluginRecord& plugin);

/// Routes, services and contribution names that `plugin` claims twice, or that one of `others` or the kernel claims;
/// and OpenAPI components that mean something else there.
std::vector<std::string> findConflicts(const PluginRecord& plugin, const std::vector<const PluginRecord*>& others,
                                       const std::vector<Route>& kernelRoutes);

/// Needs of `plugin` that no running plugin provides, with what became of those that would.
std::vector<std::string> findMissingNeeds(const PluginRecord& plugin, const PluginRecords& all);

/// One sentence for each service that running plugins use and nobody provides: they go on without it.
std::vector<std::string> findMissedServices(const PluginRecords& all);

/// Fails every plugin whose needs are not met, and then those that need it, until nothing changes.
void failUnmetNeeds(const PluginRecords& all);

/// The plugins that are on, each after those it needs; then by id. Those that need each other in a circle are failed.
std::vector<PluginRecord*> orderByNeeds(const PluginRecords& all);

/// Ids of started plugins that need `plugin`, directly or through another.
std::vector<std::string> findDependants(const PluginRecord& plugin, const PluginRecords& all);

}  // namespace inkwell::kernel
