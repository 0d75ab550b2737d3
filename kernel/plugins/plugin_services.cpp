#include "kernel/plugins/plugin_services.h"

#include <stdexcept>

#include "kernel/runtime/log.h"

namespace inkwell::kernel {

namespace {

std::set<std::string, std::less<>> listOf(const char* const* ids) {
    std::set<std::string, std::less<>> all;
    for (; *ids != nullptr; ++ids) all.emplace(*ids);
    return all;
}

template <class Part>
Part& given(Part* part, const std::string& plugin) {
    if (part != nullptr) return *part;
    throw std::logic_error("plugin '" + plugin + "' uses in its StartCheck what only start() may use");
}

}  // namespace

PluginServices::PluginServices(const PluginManifest& manifest, const CurrentSnapshot& current)
    : plugin_(manifest.id),
      needs_(listOf(manifest.needs)),
      uses_(listOf(manifest.uses)),
      current_(current),
      log_(makeLog(manifest.id)) {
    uses_.insert(needs_.begin(), needs_.end());
}

void PluginServices::setView(std::shared_ptr<const Snapshot> view) { std::atomic_store(&view_, std::move(view)); }

Database& PluginServices::database() { return given(opened().database, plugin_); }
Events& PluginServices::events() { return given(opened().events, plugin_); }
const Clock& PluginServices::clock() { return given(opened().clock, plugin_); }
Ids& PluginServices::ids() { return given(opened().ids, plugin_); }
const ServerInfo& PluginServices::server() { return opened().server->get(); }
ChangeLog& PluginServices::changes() { return given(opened().changes, plugin_); }

Log& PluginServices::log() {
    opened();
    return *log_;
}

void* PluginServices::getService(const char* serviceId) {
    opened();
    if (!needs_.contains(std::string_view(serviceId)))
        throw std::logic_error("plugin '" + plugin_ + "' gets the service '" + serviceId +
                               "', which its manifest does not list under needs");
    void* service = lookUp(serviceId);
    if (service == nullptr)
        throw std::logic_error("plugin '" + plugin_ + "' gets the service '" + serviceId + "' after its own stop");
    return service;
}

void* PluginServices::findService(const char* serviceId) {
    opened();
    if (!uses_.contains(std::string_view(serviceId)))
        throw std::logic_error("plugin '" + plugin_ + "' finds the service '" + serviceId +
                               "', which its manifest lists neither under uses nor under needs");
    return lookUp(serviceId);
}

std::vector<void*> PluginServices::findContributions(const char* contributionId) {
    opened();
    const std::shared_ptr<const Snapshot> current = snapshot();
    std::vector<void*> all;
    const auto found = current->contributions.find(std::string_view(contributionId));
    if (found == current->contributions.end()) return all;
    for (const Contribution& one : found->second) all.push_back(one.object.get());
    return all;
}

const KernelServices& PluginServices::opened() const {
    const KernelServices* kernel = kernel_;
    if (kernel == nullptr) throw std::logic_error("plugin '" + plugin_ + "' uses its services before start()");
    return *kernel;
}

std::shared_ptr<const Snapshot> PluginServices::snapshot() const {
    std::shared_ptr<const Snapshot> view = std::atomic_load(&view_);
    return view ? view : current_.load();
}

void* PluginServices::lookUp(const char* serviceId) const {
    if (std::string_view(serviceId) == ServerPlugins::kServiceId) return opened().plugins;
    if (std::string_view(serviceId) == ServerWatch::kServiceId) return opened().watch;
    if (std::string_view(serviceId) == ServerRoutes::kServiceId) return opened().routes;
    const std::shared_ptr<const Snapshot> current = snapshot();
    const auto found = current->services.find(std::string_view(serviceId));
    return found == current->services.end() ? nullptr : found->second;
}

}  // namespace inkwell::kernel
