#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "inkwell/change_log.h"
#include "inkwell/database_engine.h"
#include "inkwell/events.h"
#include "inkwell/runtime.h"
#include "kernel/app/config.h"
#include "kernel/data/migrator.h"
#include "kernel/plugins/declarations.h"
#include "kernel/plugins/snapshot.h"
#include "kernel/runtime/scheduler.h"

namespace inkwell::kernel {

enum class PluginState { Starting, Running, Disabled, Failed };

struct PluginStatus {
    std::string id, version, summary, file;
    PluginState state;
    std::string reason;  // why it is Failed, or what it waits for
};

/// What came of a switch that was not refused.
struct SwitchResult {
    bool changed = false;      // false: the plugin was as wanted already
    std::string warning = {};  // a sentence for the operator
};

/// What a plugin gets through Services, made by the server once the database is open.
struct KernelServices {
    Database* database = nullptr;
    Events* events = nullptr;
    const Clock* clock = nullptr;
    Ids* ids = nullptr;
    const ServerInfo* server = nullptr;
    ChangeLog* changes = nullptr;
};

/// Every reason why plugins cannot start, one line each.
class PluginStartError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Loads, sets up, starts, switches and stops plugins. Main thread, except `statuses` (any) and `enable`, `disable`
/// (any one thread at a time: they lock). Libraries are never unloaded.
class PluginHost {
public:
    PluginHost(const Config& config, CurrentSnapshot& snapshot, Scheduler& scheduler);
    ~PluginHost();

    /// Scans the directories, passes the gates on the manifests, calls setup() of every plugin, disabled ones too
    /// (their routes then answer by name), and resolves needs. With plugins.on_failure "stop" throws PluginStartError
    /// with every reason, one line each; with "degrade" marks them and those that need them Failed.
    void load();

    /// The same for looking only: what is wrong stands in statuses(), and nowhere else.
    void inspect();

    /// The engine of that name; PluginStartError "no database engine named 'x'; available: ..." otherwise.
    DatabaseEngine& databaseEngine(const std::string& name);
    /// Of plugins that will run.
    std::vector<PluginMigrations> migrations() const;

    /// Calls start() in the order of needs and publishes the first snapshot. Throws like load().
    void start(const KernelServices& kernel);
    /// Reverse order; idempotent.
    void stop() noexcept;

    std::vector<PluginStatus> statuses() const;
    /// What plugins.d/<id>.json may hold besides "enabled", and what it held at setup(); empty for an unknown id or a
    /// plugin whose setup() failed. Any thread.
    std::vector<PluginConfigKey> configKeys(const std::string& id) const;

    /// Switch at run time. A refusal or failure is ApiError 409 or 404 with the sentence for the operator (unknown id,
    /// what still needs it, what it needs, the chosen database engine). `migrate` runs the plugin's own migrations.
    /// `enable` also takes up a plugin whose file came into the directories after load(). disable returns when no
    /// request or job uses the plugin any more, after stop(); when they take longer than `drain`, stop() is called all
    /// the same, the result warns of it, and the plugin cannot be enabled before they end.
    SwitchResult enable(const std::string& id, const std::function<void(const PluginMigrations&)>& migrate);
    SwitchResult disable(const std::string& id, std::chrono::milliseconds drain);

    /// What the enabled plugins offer now. Disabling one waits for whoever holds it.
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
