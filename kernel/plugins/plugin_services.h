#pragma once

#include <atomic>
#include <memory>
#include <set>
#include <string>

#include "inkwell/plugin.h"
#include "inkwell/services.h"
#include "kernel/plugins/host.h"
#include "kernel/snapshot/snapshot.h"

namespace inkwell::kernel {

/// One plugin's access to everything else. Looks up services and contributions in the current snapshot at each call, so
/// those of a disabled plugin vanish at once. Made with the plugin, lives as long as the host. Any thread.
class PluginServices : public Services {
public:
    /// Keeps both references.
    PluginServices(const PluginManifest& manifest, const CurrentSnapshot& current);

    /// Called before start(); until the first time every other call throws std::logic_error. Keeps the reference.
    void open(const KernelServices& kernel) { kernel_ = &kernel; }

    /// Looks into `view` instead of the current snapshot until called with nullptr. Used while the plugin starts,
    /// before its own snapshot is published, and while its last requests end, after that was replaced.
    void setView(std::shared_ptr<const Snapshot> view);

    Database& database() override;
    Events& events() override;
    const Clock& clock() override;
    Ids& ids() override;
    Log& log() override;
    const ServerInfo& server() override;
    ChangeLog& changes() override;

protected:
    void* getService(const char* serviceId) override;
    void* findService(const char* serviceId) override;
    std::vector<void*> findContributions(const char* contributionId) override;

private:
    const KernelServices& opened() const;
    std::shared_ptr<const Snapshot> snapshot() const;
    void* lookUp(const char* serviceId) const;

    std::string plugin_;
    std::set<std::string, std::less<>> needs_;
    std::set<std::string, std::less<>> uses_;  // includes needs_
    const CurrentSnapshot& current_;
    std::shared_ptr<const Snapshot> view_;
    std::unique_ptr<Log> log_;
    std::atomic<const KernelServices*> kernel_{nullptr};
};

}  // namespace inkwell::kernel
