#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <optional>
#include <set>
#include <stop_token>
#include <system_error>
#include <thread>
#include <utility>

#include "inkwell/error.h"
#include "kernel/config/plugin_settings.h"
#include "kernel/plugins/checks.h"
#include "kernel/plugins/event_bus.h"
#include "kernel/plugins/host_impl.h"
#include "kernel/plugins/snapshot_builder.h"
#include "kernel/runtime/last_words.h"
#include "kernel/runtime/log.h"

namespace inkwell::kernel {

namespace {

constexpr std::chrono::milliseconds kReleasePoll{2};

bool holdsEngine(const PluginRecord& record, const std::string& engine) {
    const auto& all = record.declared.contributions;
    return std::any_of(all.begin(), all.end(), [&](const DeclaredContribution& one) {
        return one.kind == DatabaseEngine::kContributionId && one.contribution.name == engine;
    });
}

// Without the host's own key.
JsonObject ownSettings(const Config& config, const std::string& id) {
    JsonObject own = settingsOf(config, id);
    own.stable_erase("enabled");
    return own;
}

// Nothing but the next start takes up another file of a library that is loaded.
std::string advice(const PluginRecord& record) {
    if (isReplaced(record.loaded.file))
        return "; its file has changed since this server loaded it: start the server again";
    // A defect is of the file or of the settings as they were loaded.
    return record.defects.empty() ? "" : "; repair that and start the server again";
}

/// Calls `tell` once if it lives for longer than `limit`.
class Reminder {
public:
    Reminder(std::chrono::milliseconds limit, std::function<void()> tell)
        : thread_([this, limit, tell = std::move(tell)](const std::stop_token& over) {
              std::unique_lock lock(mutex_);
              changed_.wait_for(lock, over, limit, [] { return false; });
              if (!over.stop_requested()) tell();
          }) {}

private:
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::jthread thread_;  // last: it uses the rest
};

ApiError cannot(const char* verb, const PluginRecord& record, const std::string& reason) {
    return ApiError::conflict("plugin '" + record.id() + "' cannot be " + verb + ": " + reason);
}

}  // namespace

PluginRecord* PluginHost::Impl::find(const std::string& id) {
    const auto found = std::find_if(records.begin(), records.end(), [&](const auto& one) { return one->id() == id; });
    return found == records.end() ? nullptr : found->get();
}

PluginRecord& PluginHost::Impl::get(const std::string& id) {
    PluginRecord* const known = find(id);
    if (known == nullptr) throw ApiError::notFound("plugin", id);
    return *known;
}

void PluginHost::Impl::setUpLater(PluginRecord& record) {
    const std::string& id = record.id();
    std::vector<std::string> wrong;
    laterSettings.erase(id);
    if (std::filesystem::exists(settingsFile(id))) {
        std::set<std::string> used;
        if (auto settings = readPluginFile(settingsFile(id), id, processEnvironment(), laterSources, used, wrong))
            laterSettings[id] = std::move(*settings);
    }
    for (std::string& one : wrong) record.addDefect(std::move(one));
    if (wrong.empty()) setUp(record);
}

void PluginHost::Impl::setUpAnew(PluginRecord& record, const Config& fresh) {
    const std::string& id = record.id();
    JsonObject before = settingsOf(id);
    before.stable_erase("enabled");
    const bool isSetUp = record.plugin != nullptr && record.defects.empty();
    if (record.loaded.manifest == nullptr || (isSetUp && before == ownSettings(fresh, id))) return;

    const auto settingsBefore = laterSettings;
    const auto sourcesBefore = laterSources;
    laterSettings[id] = ownSettings(fresh, id);
    std::erase_if(laterSources, [&](const auto& one) { return one.first.starts_with(id + "."); });
    for (const auto& [name, source] : fresh.settingSources)
        if (name.starts_with(id + ".")) laterSources[name] = source;
    auto renewed = std::make_unique<PluginRecord>();
    renewed->loaded = record.loaded;
    renewed->state = PluginState::Disabled;
    setUp(*renewed);
    if (!renewed->defects.empty()) {
        laterSettings = settingsBefore;
        laterSources = sourcesBefore;
        std::lock_guard stateLock(state);
        record.state = PluginState::Failed;
        record.reasons.clear();
        (record.defects.empty() ? record.reasons : record.defects) = renewed->defects;
        throw cannot("enabled", record, renewed->reasonText());
    }
    {
        std::lock_guard stateLock(state);
        renewed->left = std::move(record.left);
        std::swap(record, *renewed);
        replaced.push_back(std::move(renewed));
    }
    publish(buildSnapshot(
        records, [](const PluginRecord& one) { return one.started; }, kernelRoutes));
    kernelLog().info("plugin '" + id + "' was set up anew, with the settings as they are now");
}

PluginRecord& PluginHost::Impl::discover(const std::string& id) {
    {
        std::lock_guard stateLock(state);
        refused.erase(id);
    }
    auto record = std::make_unique<PluginRecord>();
    std::optional<LoadedPlugin> loaded = loadPlugin(config.plugins.directories, id);
    if (!loaded) throw ApiError::notFound("plugin", id);
    record->loaded = std::move(*loaded);
    record->state = PluginState::Disabled;
    if (!isOpen) throw cannot("enabled", *record, "the server is not running");
    if (record->loaded.manifest == nullptr) {
        record->addDefect(record->loaded.file + " " + record->loaded.reason);
    } else {
        setUpLater(*record);
    }
    if (!record->defects.empty()) {
        std::lock_guard stateLock(state);
        record->state = PluginState::Failed;
        refused.emplace(id, statusOf(*record));
        throw cannot("enabled", *record,
                     record->reasonText() + (isReplaced(record->loaded.file) ? advice(*record) : ""));
    }

    kernelLog().info("plugin '" + id + "' was found in " + record->loaded.file);
    const auto place = std::find_if(records.begin(), records.end(), [&](const auto& one) { return one->id() > id; });
    std::lock_guard stateLock(state);
    return **records.insert(place, std::move(record));
}

void PluginHost::Impl::refuseToEnable(PluginRecord& record, std::vector<std::string> reasons) {
    std::lock_guard stateLock(state);
    record.state = PluginState::Failed;
    record.reasons = std::move(reasons);
    throw cannot("enabled", record, record.reasonText() + advice(record));
}

bool PluginHost::Impl::forgetRefusal(const std::string& id, SwitchResult& result) {
    std::lock_guard stateLock(state);
    const auto found = refused.find(id);
    if (found == refused.end()) return false;
    result.changed = std::exchange(found->second.state, PluginState::Disabled) != PluginState::Disabled;
    return true;
}

void PluginHost::Impl::refuseUnlessReady(PluginRecord& record) {
    if (!isOpen) throw cannot("enabled", record, "the server is not running");
    if (record.plugin == nullptr || !record.defects.empty()) refuseToEnable(record, {});
    std::vector<std::string> reasons = findMissingNeeds(record, records);
    const std::vector<const PluginRecord*> others(running.begin(), running.end());
    for (std::string& conflict : findConflicts(record, others, kernelRoutes)) reasons.push_back(std::move(conflict));
    if (!reasons.empty()) refuseToEnable(record, std::move(reasons));
}

void PluginHost::Impl::refuseWhileStillUsed(const PluginRecord& record) {
    const bool isReleased =
        std::all_of(record.left.begin(), record.left.end(), [](const auto& one) { return one.expired(); });
    if (isReleased && scheduler.removePlugin(record.id(), std::chrono::milliseconds(0))) return;
    throw cannot("enabled", record,
                 "requests or jobs from before it was disabled, which may use it, have not ended yet" +
                     usersOf(record) + "; try again later");
}

std::string PluginHost::Impl::usersOf(const PluginRecord& record) const {
    std::set<std::string> names;
    for (const auto& one : record.left)
        if (const std::shared_ptr<const Snapshot> held = one.lock())
            for (std::string& name : requestsOf(*held)) names.insert(std::move(name));
    if (const std::string job = scheduler.running(record.id()); !job.empty()) names.insert("the job '" + job + "'");
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? ": " : ", ") + name;
    return text;
}

void PluginHost::Impl::refuseWhileInUse(const PluginRecord& record) {
    if (holdsEngine(record, config.database.engine))
        throw cannot("disabled", record, "the content is kept in its database engine (database.engine)");
    const std::vector<std::string> dependants = findDependants(record, records);
    if (!dependants.empty())
        throw cannot("disabled", record, "it is needed by " + quotedList(dependants) + "; disable them first");
}

void PluginHost::Impl::startAndPublish(PluginRecord& record,
                                       const std::function<void(const PluginMigrations&)>& migrate) {
    if (!record.declared.migrations.empty()) migrate({record.id(), record.declared.migrations});
    const auto next = buildSnapshot(
        records, [&](const PluginRecord& one) { return one.started || &one == &record; }, kernelRoutes);
    const LastWords inCase(record.id(), "start()");
    record.services->setView(next);
    record.services->open(kernel);
    record.plugin->start(*record.services);
    record.started = true;
    running.push_back(&record);
    tellOfUnheard(record);  // or a request could be answered, and its answer be kept, of what it knew before
    publish(next);
    record.services->setView(nullptr);
    tellOfUnheard(record);  // what was changed until it listens
}

void PluginHost::Impl::tellOfUnheard(const PluginRecord& record) noexcept {
    ChangesUnknown unknown;
    for (const DeclaredListener& one : record.declared.listeners)
        if (one.eventId == ChangesUnknown::kEventId) tell({record.id(), one.call}, ChangesUnknown::kEventId, &unknown);
}

bool PluginHost::Impl::awaitRelease(PluginRecord& record, std::chrono::milliseconds limit) {
    const auto deadline = std::chrono::steady_clock::now() + limit;
    // A job that began just now may work with the new snapshot.
    const bool areJobsDone = scheduler.removePlugin(record.id(), limit);
    // Older snapshots too: who works with one may have found the plugin through a newer one.
    const auto isReleased = [this] {
        return std::all_of(retired.begin(), retired.end(), [](const auto& one) { return one.expired(); });
    };
    while (!isReleased()) {
        if (std::chrono::steady_clock::now() >= deadline) {
            record.left = retired;
            return false;
        }
        std::this_thread::sleep_for(kReleasePoll);
    }
    record.left.clear();
    return areJobsDone;
}

void PluginHost::Impl::beginStopOne(PluginRecord& record) noexcept {
    const LastWords inCase(record.id(), "beginStop()");
    record.plugin->beginStop();
}

// One that another switch keeps waiting for ever would keep its caller waiting too.
std::unique_lock<std::mutex> PluginHost::Impl::beginSwitch() {
    std::unique_lock lock(switching, std::try_to_lock);
    while (!lock) {
        {
            std::lock_guard stateLock(state);
            if (!stuck.empty())
                throw ApiError::conflict("no plugin can be switched: the server waits for the stop() of the plugin '" +
                                         stuck + "', which does not end; start the server again if it never does");
        }
        std::this_thread::sleep_for(kReleasePoll);
        lock.try_lock();
    }
    return lock;
}

void PluginHost::Impl::stopWatched(PluginRecord& record, std::chrono::milliseconds limit) {
    const auto name = [this](const std::string& id) {
        std::lock_guard stateLock(state);
        stuck = id;
    };
    std::optional<Reminder> slow;
    try {
        slow.emplace(limit, [&] {
            kernelLog().warn("the switch of the plugin '" + record.id() + "' waits for its stop(), which does not end");
            name(record.id());
        });
    } catch (const std::system_error&) {
        // Too many threads: nobody is told.
    }
    stopOne(record);
    slow.reset();
    name("");
}

void PluginHost::beginStop() noexcept {
    const std::unique_lock lock(impl_->switching, std::try_to_lock);
    if (!lock) return;
    for (PluginRecord* record : impl_->running) impl_->beginStopOne(*record);
}

SwitchResult PluginHost::enable(const std::string& id, const std::function<void(const PluginMigrations&)>& migrate,
                                const Config* fresh) {
    Impl& h = *impl_;
    const std::unique_lock lock = h.beginSwitch();
    PluginRecord* const known = h.find(id);
    PluginRecord& record = known != nullptr ? *known : h.discover(id);
    if (record.started) return {};
    if (fresh != nullptr && h.isOpen) {
        h.refuseWhileStillUsed(record);
        h.setUpAnew(record, *fresh);
    }
    h.refuseUnlessReady(record);
    h.refuseWhileStillUsed(record);
    h.setState(record, PluginState::Starting);
    try {
        h.startAndPublish(record, migrate);
    } catch (...) {
        const std::string reason = "start failed: " + h.failureText(record);
        record.services->setView(nullptr);
        h.refuseToEnable(record, {reason});
    }
    h.addJobs(record);
    std::lock_guard stateLock(h.state);
    record.state = PluginState::Running;
    record.reasons.clear();
    if (!isReplaced(record.loaded.file)) return {.changed = true};
    return {
        .changed = true,
        .warning = "its file has changed since this server loaded it: it runs as it was until the server starts again"};
}

void PluginHost::nameRequestsBy(std::function<std::vector<std::string>(const Snapshot&)> namesOf) {
    impl_->requestsOf = std::move(namesOf);
}

SwitchResult PluginHost::disable(const std::string& id, std::chrono::milliseconds drain) {
    Impl& h = *impl_;
    const std::unique_lock lock = h.beginSwitch();
    SwitchResult result;
    if (h.forgetRefusal(id, result)) return result;
    PluginRecord& record = h.get(id);
    if (record.started) h.refuseWhileInUse(record);
    {
        std::lock_guard stateLock(h.state);
        result.changed = record.state != PluginState::Disabled;
        record.state = PluginState::Disabled;
        record.reasons.clear();
    }
    if (!record.started) return result;

    // Requests that are under way still find what they could find when they began. A copy: the snapshot itself must be
    // released for the wait below.
    record.services->setView(std::make_shared<const Snapshot>(*h.snapshot.load()));
    record.started = false;
    std::erase(h.running, &record);
    h.publish(buildSnapshot(
        h.records, [](const PluginRecord& one) { return one.started; }, h.kernelRoutes));
    h.beginStopOne(record);
    if (!h.awaitRelease(record, drain)) {
        result.warning = "requests or jobs from before, which may use it, did not end within " +
                         std::to_string(drain.count()) + " ms" + h.usersOf(record) + "; it was stopped all the same";
        kernelLog().warn("plugin '" + id + "' is disabled: " + result.warning);
    }
    h.stopWatched(record, drain);
    record.services->setView(nullptr);
    return result;
}

}  // namespace inkwell::kernel
