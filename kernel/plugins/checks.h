#pragma once

#include <string>
#include <vector>

#include "kernel/plugins/plugin_record.h"

namespace inkwell::kernel {

// What must hold between plugins after setup(). Problems are sentences for the operator. Called by the host, under its
// lock.

/// "GET /v2/buckets/{}/objects": two routes of the same shape conflict.
std::string routeShape(const Route& route);

/// Services that the manifest lists and setup() did not provide, and the reverse.
std::vector<std::string> findManifestDrift(const PluginRecord& plugin);

/// Routes, services and contribution names that `plugin` claims twice, or that one of `others` or the kernel claims;
/// and OpenAPI components that are defined differently there.
std::vector<std::string> findConflicts(const PluginRecord& plugin, const std::vector<const PluginRecord*>& others,
                                       const std::vector<Route>& kernelRoutes);

/// All, in the order in which what two of them claim is given: the plugins of the directory that was named first, which
/// are the server's own, and in a directory by id.
std::vector<PluginRecord*> orderByRight(const PluginRecords& all);

/// All, those last that lack what they need and nothing else: they fail because others do.
std::vector<PluginRecord*> orderByCause(const PluginRecords& all);

/// Needs of `plugin` that no running plugin provides, each with the state of its provider, whose own reason says more.
std::vector<std::string> findMissingNeeds(const PluginRecord& plugin, const PluginRecords& all);

/// One sentence for each service that running plugins use and nobody provides: they run without it.
std::vector<std::string> findMissedServices(const PluginRecords& all);

/// Fails every plugin whose needs are not met, and then those that need it, until nothing changes.
void failUnmetNeeds(const PluginRecords& all);

/// The plugins that are on, each after those it needs; then by id. Those that need each other in a circle fail.
std::vector<PluginRecord*> orderByNeeds(const PluginRecords& all);

/// Ids of started plugins that need `plugin`, directly or through another.
std::vector<std::string> findDependants(const PluginRecord& plugin, const PluginRecords& all);

}  // namespace inkwell::kernel
