#pragma once

#include <map>
#include <mutex>

#include "kernel/plugins/plugin_record.h"

namespace inkwell::kernel {

/// Shared by host.cpp (load, start, stop), host_switch.cpp (enable, disable) and host_reload.cpp (prepareSettings).
struct PluginHost::Impl {
    Impl(const Config& givenConfig, CurrentSnapshot& givenSnapshot, Scheduler& givenScheduler,
         std::vector<Route> givenRoutes)
        : config(givenConfig),
          snapshot(givenSnapshot),
          scheduler(givenScheduler),
          kernelRoutes(std::move(givenRoutes)) {}

    const Config& config;
    CurrentSnapshot& snapshot;
    Scheduler& scheduler;
    const std::vector<Route> kernelRoutes;

    std::mutex switching;                                // held by whoever starts, stops, enables or disables
    mutable std::mutex state;                            // guards `stuck`, `refused`; of records: state and reasons
    std::string stuck;                                   // the plugin whose stop() does not end at a switch, or ""
    PluginRecords records;                               // grows by discover() only, under both locks
    std::map<std::string, JsonObject> laterSettings;     // of plugins that were set up after the start
    std::map<std::string, ValueSource> laterSources;     // of these settings
    std::map<std::string, PluginStatus> refused;         // found after the start, and not taken up
    std::vector<std::string> strayProblems;              // lines that belong to no plugin file
    KernelServices kernel;                               // the plugins' services point here
    bool isOpen = false;                                 // between start() and stop()
    PluginRecords replaced;                              // as before setUpAnew(): snapshots and reloads may use them
    std::vector<PluginRecord*> running;                  // in the order of their start
    std::vector<std::weak_ptr<const Snapshot>> retired;  // that may still be in use
    std::function<std::vector<std::string>(const Snapshot&)> requestsOf = [](const Snapshot&) {
        return std::vector<std::string>();
    };

    // load
    void setUp(PluginRecord& record);
    void checkStraySettings();
    void checkTogether();
    const JsonObject& settingsOf(const std::string& id) const;
    std::string settingsFile(const std::string& id) const;
    /// Where its settings come from.
    const std::map<std::string, ValueSource>& sourcesOf(const std::string& id) const;
    /// exceptionText() of what the plugin threw, without the secrets among its settings.
    std::string failureText(const PluginRecord& record) const;
    static PluginStatus statusOf(const PluginRecord& record);
    /// Stop mode: throws PluginStartError with every reason so far. Degrade mode: logs what was not logged yet.
    void reportFailures();

    // check, start and stop
    /// Runs its StartCheck, if it has one.
    void checkOne(PluginRecord& record);
    void diagnoseOne(PluginRecord& record, std::vector<Diagnosed>& found);
    bool startOne(PluginRecord& record);
    void stopOne(PluginRecord& record) noexcept;
    void setState(PluginRecord& record, PluginState next);
    void addJobs(const PluginRecord& record);
    void showToStarting(const std::shared_ptr<const Snapshot>& view);
    void publish(std::shared_ptr<const Snapshot> next);
    static void beginStopOne(PluginRecord& record) noexcept;
    void stopAll(const std::function<void(const std::string&)>& waitsFor = {}) noexcept;

    // switch
    PluginRecord& get(const std::string& id);
    /// Sets up, as disabled, a plugin whose file appeared after the start, with its settings file as it is now. Throws
    /// ApiError with the reason when that fails, and leaves nothing behind but the reason in `refused`.
    PluginRecord& discover(const std::string& id);
    void setUpLater(PluginRecord& record);
    /// A plugin that is off gets the settings of `fresh`, if they are others. Throws ApiError, and leaves it as it was
    /// set up, when they are wrong.
    void setUpAnew(PluginRecord& record, const Config& fresh);
    PluginRecord* find(const std::string& id);
    void refuseUnlessReady(PluginRecord& record);
    /// Keeps the reason for statuses() and throws it: for what lies with the plugin, not with the moment.
    [[noreturn]] void refuseToEnable(PluginRecord& record, std::vector<std::string> reasons);
    /// Switches off what was never taken up; false when it is not such a plugin.
    bool forgetRefusal(const std::string& id, SwitchResult& result);
    void refuseWhileStillUsed(const PluginRecord& record);
    /// The requests and the job that use what the plugin left, for a sentence: ": GET /a, the job 'sweep'"; "" when
    /// none is known.
    std::string usersOf(const PluginRecord& record) const;
    void refuseWhileInUse(const PluginRecord& record);
    /// Waits for the switch before. Throws ApiError 409 once that one waits for a stop() that does not end.
    std::unique_lock<std::mutex> beginSwitch();
    /// stop(); after `limit` the log says that it does not end, and other switches are refused.
    void stopWatched(PluginRecord& record, std::chrono::milliseconds limit);
    void startAndPublish(PluginRecord& record, const std::function<void(const PluginMigrations&)>& migrate);
    /// What was committed between its start() and the snapshot that has its listeners, it has not heard of.
    static void tellOfUnheard(const PluginRecord& record) noexcept;
    /// Waits until nobody uses the plugin that was switched off. False after `limit`: record.left then has the users.
    bool awaitRelease(PluginRecord& record, std::chrono::milliseconds limit);
};

}  // namespace inkwell::kernel
