#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "inkwell/change_log.h"
#include "inkwell/database_claim.h"
#include "inkwell/database_engine.h"
#include "inkwell/events.h"
#include "inkwell/runtime.h"
#include "inkwell/server_plugins.h"
#include "inkwell/server_routes.h"
#include "inkwell/server_watch.h"
#include "kernel/config/config.h"
#include "kernel/data/migrator.h"
#include "kernel/plugins/declarations.h"
#include "kernel/plugins/plugin_status.h"
#include "kernel/runtime/scheduler.h"
#include "kernel/runtime/server_info.h"
#include "kernel/snapshot/snapshot.h"

namespace inkwell::kernel {

/// The result of a switch that was not refused.
struct SwitchResult {
    bool changed = false;      // false: it was already as wanted
    std::string warning = {};  // a sentence for the operator
};

/// What a plugin gets through Services, made by the server once the database is open.
struct KernelServices {
    Database* database = nullptr;
    Events* events = nullptr;
    const Clock* clock = nullptr;
    Ids* ids = nullptr;
    const LiveServerInfo* server = nullptr;
    ChangeLog* changes = nullptr;
    ServerPlugins* plugins = nullptr;  // found like a plugin's service, as are the next
    ServerWatch* watch = nullptr;      // null for a server that takes no requests
    ServerRoutes* routes = nullptr;    // while the server serves
};

/// Every reason why plugins cannot start, one line each.
class PluginStartError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Loads, sets up, starts, switches and stops plugins; unloads no library. One thread; any thread for `statuses`,
/// `configKeys`, `snapshot`, `find`, `contributions`, and for `enable`, `disable`, `prepareSettings`, which lock.
class PluginHost {
public:
    /// `kernelRoutes` are the kernel's own routes, part of every snapshot. The other arguments must outlive the host.
    PluginHost(const Config& config, CurrentSnapshot& snapshot, Scheduler& scheduler, std::vector<Route> kernelRoutes);
    ~PluginHost();

    /// Scans the directories, checks the manifests, calls setup() of every plugin, even disabled ones (their routes
    /// return an error that names the plugin), and resolves needs. On failures, plugins.on_failure "stop" throws
    /// PluginStartError with one line per reason; "degrade" marks the plugins and their dependants Failed.
    void load();

    /// load() for inspection only: problems are reported in statuses(), and nowhere else.
    void inspect();

    /// Runs the StartCheck of every plugin that would run. Reports like load(). After load() and instead of start();
    /// `server` must outlive the host.
    void check(const LiveServerInfo& server);

    /// What a plugin contributed to `inkwell doctor`.
    struct Diagnosed {
        std::string name;
        std::string text;
        std::string remedy;  // "" when all is well
    };
    /// Asks every Diagnosis of the plugins that would run, in the order of their names, except those with database
    /// engines that are not chosen. When and with what as check().
    std::vector<Diagnosed> diagnose(const LiveServerInfo& server);

    /// The claim of that engine; null when it is for several servers.
    DatabaseClaim* databaseClaim(const std::string& engine) const;
    /// The engine of that name; PluginStartError "no database engine named 'x'; available: ..." otherwise.
    DatabaseEngine& databaseEngine(const std::string& name);
    /// The id of the plugin that has that engine; "" for none.
    std::string pluginWithEngine(const std::string& name) const;
    /// The migrations of the plugins that will run.
    std::vector<PluginMigrations> migrations() const;
    /// Calls `migrate` for each plugin that will run, in the order of needs. What it throws is the plugin's failure,
    /// which is reported like those of load(); a DatabaseError is the database's, and leaves.
    void migrateEach(const std::function<void(const PluginMigrations&)>& migrate);

    /// Calls start() in the order of needs and publishes the first snapshot. Throws like load().
    void start(const KernelServices& kernel);
    /// Tells the plugins that stop() follows when the requests have ended, unless one is being switched right now.
    void beginStop() noexcept;
    /// Stops the plugins in reverse order; idempotent. `waitsFor` is told of each before it is stopped; it does not
    /// throw.
    void stop(const std::function<void(const std::string& part)>& waitsFor = {}) noexcept;

    std::vector<PluginStatus> statuses() const;
    /// What plugins.d/<id>.json may hold besides "enabled", and what it held at setup(); empty for an unknown id or a
    /// plugin whose setup() failed. Any thread.
    std::vector<PluginConfigKey> configKeys(const std::string& id) const;

    /// What a reload does to one plugin's settings.
    struct SettingsChange {
        std::set<std::string> keys;  // those that it takes; any other needs a restart
        /// Puts them into force; never throws. One sentence for the operator of each part of the plugin that failed to.
        std::function<std::vector<std::string>()> apply;
    };
    /// Has the plugin read the settings that it takes while it runs (LiveSettings). Throws ConfigError with the
    /// plugin's reason, without the secrets that `fresh` names as such. An unknown plugin changes nothing.
    SettingsChange prepareSettings(const std::string& id, const Config& fresh);

    /// Switch a plugin at run time. A refusal or failure is ApiError 409 or 404 with a sentence for the operator
    /// (unknown id, what still needs it, what it needs, the chosen database engine). `migrate` runs the plugin's own
    /// migrations. `enable` also finds a plugin whose file was added after load(). `disable` returns after stop(), once
    /// no request or job uses the plugin; if they take longer than `drain`, stop() is called anyway, the result has a
    /// warning, and the plugin cannot be enabled before they end. While a stop() takes longer than `drain`, all other
    /// switches and prepareSettings are refused with 409. `fresh` is the configuration as it is now: a plugin whose
    /// settings differ in it, or that could not be set up with the old ones, is set up anew, or refused with why not.
    SwitchResult enable(const std::string& id, const std::function<void(const PluginMigrations&)>& migrate,
                        const Config* fresh = nullptr);
    SwitchResult disable(const std::string& id, std::chrono::milliseconds drain);
    /// Who tells the requests that run with a snapshot, for what enable and disable say. Before the first switch.
    void nameRequestsBy(std::function<std::vector<std::string>(const Snapshot&)> namesOf);

    /// What the enabled plugins offer now. Disabling a plugin waits until the snapshot is released.
    std::shared_ptr<const Snapshot> snapshot() const { return snapshot_.load(); }

    // For the kernel itself: what the current snapshot holds.
    template <class S>
    S* find() const {
        auto current = snapshot_.load();
        auto found = current->services.find(S::kServiceId);
        return found == current->services.end() ? nullptr : static_cast<S*>(found->second);
    }
    template <class C>
    std::vector<C*> contributions() const {
        std::vector<C*> all;
        auto current = snapshot_.load();
        auto found = current->contributions.find(C::kContributionId);
        if (found == current->contributions.end()) return all;
        for (const Contribution& one : found->second) all.push_back(static_cast<C*>(one.object.get()));
        return all;
    }

private:
    CurrentSnapshot& snapshot_;
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace inkwell::kernel
