#include "kernel/plugins/snapshot_builder.h"

#include <set>

#include "inkwell/withheld.h"
#include "kernel/plugins/checks.h"
#include "kernel/snapshot/known_parameters.h"
#include "kernel/snapshot/openapi_components.h"
#include "kernel/snapshot/router.h"

namespace inkwell::kernel {

namespace {

void addOffers(const PluginRecord& plugin, Snapshot& snapshot) {
    snapshot.summaries[plugin.id()] = plugin.loaded.manifest->summary;
    for (const auto& [serviceId, service] : plugin.declared.services) snapshot.services[serviceId] = service;
    for (const DeclaredContribution& one : plugin.declared.contributions)
        snapshot.contributions[one.kind].push_back(one.contribution);
    for (const DeclaredListener& one : plugin.declared.listeners)
        snapshot.listeners[one.eventId].push_back({plugin.id(), one.call});
    for (const DeclaredMetric& one : plugin.declared.metrics)
        snapshot.metrics.push_back({plugin.id(), one.kind, one.name, one.help, one.read});
    for (const DeclaredHealth& one : plugin.declared.health)
        snapshot.health.push_back({plugin.id(), one.name, one.problem, one.means == ProblemMeans::Degraded});
    for (const std::string& json : plugin.declared.openApi) snapshot.openApi.push_back({plugin.id(), json});
}

/// For those who look for what a plugin would have if it ran.
void addWithheld(const PluginRecord& plugin, Snapshot& snapshot) {
    const std::string why =
        "the plugin '" + plugin.id() + "' has it, but " +
        (plugin.state == PluginState::Failed ? "failed: " + plugin.reasonText() : std::string("it is disabled"));
    for (const DeclaredContribution& one : plugin.declared.contributions) {
        const std::string& name = one.contribution.name;
        snapshot.contributions[Withheld::kContributionId].push_back(
            {plugin.id(), one.kind + " " + name, std::make_shared<Withheld>(Withheld{one.kind, name, why})});
    }
}

}  // namespace

std::shared_ptr<const Snapshot> buildSnapshot(const PluginRecords& all,
                                              const std::function<bool(const PluginRecord&)>& isOn,
                                              const std::vector<Route>& kernelRoutes) {
    auto snapshot = std::make_shared<Snapshot>();
    std::vector<Route> routes = kernelRoutes;
    for (const auto& plugin : all) {
        if (!isOn(*plugin)) {
            addWithheld(*plugin, *snapshot);
            continue;
        }
        addOffers(*plugin, *snapshot);
        routes.insert(routes.end(), plugin->declared.routes.begin(), plugin->declared.routes.end());
    }
    std::set<std::string> served;
    for (const Route& route : routes) served.insert(routeShape(route));
    for (const auto& plugin : all) {
        if (isOn(*plugin)) continue;
        for (const Route& route : plugin->declared.routes) {
            if (!served.insert(routeShape(route)).second) continue;
            routes.push_back(route);
            routes.back().enabled = false;
        }
    }
    const JsonObject components = declaredComponents(snapshot->openApi);
    for (Route& route : routes) route.known = KnownParameters::of(route, components);
    snapshot->router = std::make_shared<const Router>(std::move(routes));
    return snapshot;
}

}  // namespace inkwell::kernel
