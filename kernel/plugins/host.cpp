#include "kernel/plugins/host.h"

#include <algorithm>

#include "inkwell/diagnosis.h"
#include "inkwell/start_check.h"
#include "kernel/config/hidden_values.h"
#include "kernel/plugins/checks.h"
#include "kernel/plugins/host_impl.h"
#include "kernel/plugins/recorder.h"
#include "kernel/plugins/snapshot_builder.h"
#include "kernel/runtime/exception_text.h"
#include "kernel/runtime/last_words.h"
#include "kernel/runtime/log.h"
#include "kernel/runtime/system.h"

namespace inkwell::kernel {

namespace {

bool isStarted(const PluginRecord& record) { return record.started; }

// What the server would not use may as well be away.
bool isForOtherEngines(const PluginRecord& record, const std::string& chosen) {
    bool isAny = false;
    for (const DeclaredContribution& one : record.declared.contributions) {
        if (one.kind != DatabaseEngine::kContributionId) continue;
        if (one.contribution.name == chosen) return false;
        isAny = true;
    }
    return isAny;
}

std::string line(const std::string& id, const std::string& file, const std::string& reason) {
    return "plugin '" + id + "' (" + file + "): " + reason;
}

}  // namespace

const JsonObject& PluginHost::Impl::settingsOf(const std::string& id) const {
    static const JsonObject none;
    for (const auto* settings : {&laterSettings, &config.pluginSettings}) {
        if (const auto found = settings->find(id); found != settings->end()) return found->second;
    }
    return none;
}

std::string PluginHost::Impl::settingsFile(const std::string& id) const {
    const std::string& directory = config.plugins.configDirectory;
    return (directory.empty() ? "plugins.d" : directory) + "/" + id + ".json";
}

const std::map<std::string, ValueSource>& PluginHost::Impl::sourcesOf(const std::string& id) const {
    return laterSettings.contains(id) ? laterSources : config.settingSources;
}

std::string PluginHost::Impl::failureText(const PluginRecord& record) const {
    std::string text = hideSettings(exceptionText(), record.id(), settingsOf(record.id()), sourcesOf(record.id()));
    // A reason is one line, also where it is printed as it is.
    const auto isControl = [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; };
    std::replace_if(text.begin(), text.end(), isControl, ' ');
    return text;
}

PluginStatus PluginHost::Impl::statusOf(const PluginRecord& record) {
    const PluginManifest* manifest = record.loaded.manifest;
    return {record.id(),
            manifest != nullptr ? manifest->version : "",
            manifest != nullptr ? manifest->summary : "",
            record.loaded.file,
            record.state,
            record.reasonText()};
}

void PluginHost::Impl::setUp(PluginRecord& record) {
    const PluginManifest& manifest = *record.loaded.manifest;
    const std::string& id = record.loaded.id;
    const LastWords inCase(id, "setup()");
    record.services = std::make_unique<PluginServices>(manifest, snapshot);
    std::unique_ptr<Plugin, void (*)(Plugin*)> plugin(nullptr, manifest.destroy);
    std::optional<Recorder> recorder;
    try {
        plugin.reset(manifest.create());
        if (plugin == nullptr) throw std::logic_error("create() made no plugin");
        recorder.emplace(record.id(), settingsOf(record.id()), placeIn(sourcesOf(id), id, settingsFile(id)),
                         *record.services, config.data.directory);
        plugin->setup(*recorder);
        for (std::string& problem : recorder->settingProblems()) record.addDefect(std::move(problem));
        record.declared = recorder->take();
        for (PluginConfigKey& key : record.declared.configKeys)
            key.source = sourceOf(sourcesOf(id), id + "." + key.key);
        record.plugin = std::move(plugin);
        for (std::string& drift : findManifestDrift(record)) record.addDefect(std::move(drift));
    } catch (...) {
        // What it missed may be there under a name that is wrong.
        if (recorder)
            for (std::string& one : recorder->unaskedSettings()) record.addDefect(std::move(one));
        record.addDefect("setup failed: " + failureText(record));
    }
}

void PluginHost::Impl::checkStraySettings() {
    std::vector<std::string> known;
    for (const auto& record : records) known.push_back(record->id());
    for (const auto& [id, settings] : config.pluginSettings) {
        if (std::find(known.begin(), known.end(), id) != known.end()) continue;
        if (const Json* enabled = settings.if_contains("enabled"); enabled != nullptr && *enabled == false) {
            // Of a plugin that was removed, or is on another of several servers: it was to be off in any case.
            kernelLog().warn(
                line(id, settingsFile(id), "there is no such plugin; its settings say that it is disabled"));
            continue;
        }
        strayProblems.push_back(line(id, settingsFile(id), "there is no such plugin; there are: " + quotedList(known)));
    }
}

void PluginHost::Impl::checkTogether() {
    std::vector<const PluginRecord*> earlier;
    for (PluginRecord* record : orderByRight(records)) {
        if (!record->isOn()) continue;
        for (std::string& reason : findConflicts(*record, earlier, kernelRoutes)) record->fail(std::move(reason));
        if (record->isOn()) earlier.push_back(record);
    }
    failUnmetNeeds(records);
    orderByNeeds(records);
}

void PluginHost::Impl::reportFailures() {
    std::vector<std::string> lines = std::exchange(strayProblems, {});
    for (PluginRecord* record : orderByCause(records)) {
        if (record->state != PluginState::Failed || std::exchange(record->reported, true)) continue;
        for (const auto* list : {&record->defects, &record->reasons}) {
            for (const std::string& reason : *list) lines.push_back(line(record->id(), record->loaded.file, reason));
        }
    }
    if (lines.empty()) return;
    if (config.plugins.onFailure == "degrade") {
        for (const std::string& one : lines) kernelLog().error(one);
        return;
    }
    std::string text;
    for (const std::string& one : lines) text += (text.empty() ? "" : "\n") + one;
    throw PluginStartError(text);
}

void PluginHost::Impl::checkOne(PluginRecord& record) {
    const LastWords inCase(record.id(), "the check before the start");
    try {
        record.services->open(kernel);
        for (const DeclaredContribution& one : record.declared.contributions) {
            if (one.kind != StartCheck::kContributionId) continue;
            (*static_cast<const StartCheck*>(one.contribution.object.get()))(*record.services);
        }
    } catch (...) {
        std::lock_guard lock(state);
        record.fail("cannot start: " + failureText(record));
    }
}

void PluginHost::Impl::diagnoseOne(PluginRecord& record, std::vector<Diagnosed>& found) {
    const LastWords inCase(record.id(), "the diagnosis");
    record.services->open(kernel);
    for (const DeclaredContribution& one : record.declared.contributions) {
        if (one.kind != Diagnosis::kContributionId) continue;
        const std::string& name = one.contribution.name;
        try {
            Diagnosis::Finding finding =
                (*static_cast<const Diagnosis*>(one.contribution.object.get()))(*record.services);
            found.push_back({name, std::move(finding.text), std::move(finding.remedy)});
        } catch (...) {
            found.push_back({name, failureText(record), "correct the settings in " + settingsFile(record.id())});
        }
    }
}

bool PluginHost::Impl::startOne(PluginRecord& record) {
    const LastWords inCase(record.id(), "start()");
    try {
        record.services->open(kernel);
        record.plugin->start(*record.services);
        record.started = true;
        running.push_back(&record);
        setState(record, PluginState::Running);
        return true;
    } catch (...) {
        std::lock_guard lock(state);
        record.fail("start failed: " + failureText(record));
        return false;
    }
}

void PluginHost::Impl::stopOne(PluginRecord& record) noexcept {
    const LastWords inCase(record.id(), "stop()");
    record.plugin->stop();
}

void PluginHost::Impl::setState(PluginRecord& record, PluginState next) {
    std::lock_guard lock(state);
    record.state = next;
}

void PluginHost::Impl::addJobs(const PluginRecord& record) {
    for (const DeclaredJob& job : record.declared.jobs) {
        // A job holds the snapshot as a request does, so that no plugin it calls is stopped under it.
        scheduler.add(record.id(), job.name, job.interval, [&current = snapshot, run = job.run] {
            const std::shared_ptr<const Snapshot> held = current.load();
            run();
        });
    }
}

void PluginHost::Impl::showToStarting(const std::shared_ptr<const Snapshot>& view) {
    for (const auto& record : records) {
        if (record->services) record->services->setView(view);
    }
}

void PluginHost::Impl::publish(std::shared_ptr<const Snapshot> next) {
    std::erase_if(retired, [](const auto& one) { return one.expired(); });
    retired.push_back(snapshot.swap(std::move(next)));
}

void PluginHost::Impl::stopAll(const std::function<void(const std::string&)>& waitsFor) noexcept {
    for (const PluginRecord* record : running) scheduler.removePlugin(record->id());
    while (!running.empty()) {
        if (waitsFor) waitsFor("the stop() of the plugin '" + running.back()->id() + "'");
        stopOne(*running.back());
        running.back()->started = false;
        running.pop_back();
    }
    publish(std::make_shared<Snapshot>());
    isOpen = false;
}

PluginHost::PluginHost(const Config& config, CurrentSnapshot& snapshot, Scheduler& scheduler,
                       std::vector<Route> kernelRoutes)
    : snapshot_(snapshot), impl_(std::make_unique<Impl>(config, snapshot, scheduler, std::move(kernelRoutes))) {}

PluginHost::~PluginHost() { stop(); }

void PluginHost::load() {
    inspect();
    std::lock_guard lock(impl_->state);
    impl_->reportFailures();
}

void PluginHost::inspect() {
    Impl& h = *impl_;
    std::lock_guard lock(h.state);
    for (LoadedPlugin& loaded : loadPlugins(h.config.plugins.directories)) {
        auto record = std::make_unique<PluginRecord>();
        const Json* enabled = h.settingsOf(loaded.id).if_contains("enabled");
        if (enabled != nullptr && *enabled == false) record->state = PluginState::Disabled;
        record->loaded = std::move(loaded);
        if (record->loaded.manifest != nullptr) {
            h.setUp(*record);
        } else {
            record->addDefect(record->loaded.reason);
        }
        h.records.push_back(std::move(record));
    }
    h.checkStraySettings();
    h.checkTogether();
}

DatabaseClaim* PluginHost::databaseClaim(const std::string& engine) const {
    for (const auto& record : impl_->records) {
        for (const DeclaredContribution& one : record->declared.contributions) {
            if (record->isOn() && one.kind == DatabaseClaim::kContributionId && one.contribution.name == engine)
                return static_cast<DatabaseClaim*>(one.contribution.object.get());
        }
    }
    return nullptr;
}

DatabaseEngine& PluginHost::databaseEngine(const std::string& name) {
    std::vector<std::string> available;
    std::string hint;
    for (const auto& record : impl_->records) {
        for (const DeclaredContribution& one : record->declared.contributions) {
            if (one.kind != DatabaseEngine::kContributionId) continue;
            const bool wanted = one.contribution.name == name;
            if (wanted && record->isOn()) return *static_cast<DatabaseEngine*>(one.contribution.object.get());
            if (record->isOn()) available.push_back(one.contribution.name);
            if (wanted && !record->isOn())
                hint = "; the plugin '" + record->id() + "' has it, but is " +
                       (record->state == PluginState::Disabled ? "disabled" : "failed: " + record->reasonText());
        }
    }
    throw PluginStartError("no database engine named '" + name + "' (database.engine); available: " +
                           (available.empty() ? "none" : quotedList(available)) + hint);
}

std::string PluginHost::pluginWithEngine(const std::string& name) const {
    for (const auto& record : impl_->records) {
        for (const DeclaredContribution& one : record->declared.contributions) {
            if (one.kind == DatabaseEngine::kContributionId && one.contribution.name == name) return record->id();
        }
    }
    return "";
}

std::vector<PluginMigrations> PluginHost::migrations() const {
    std::vector<PluginMigrations> all;
    for (const PluginRecord* record : orderByNeeds(impl_->records)) {
        if (!record->declared.migrations.empty()) all.push_back({record->id(), record->declared.migrations});
    }
    return all;
}

void PluginHost::migrateEach(const std::function<void(const PluginMigrations&)>& migrate) {
    Impl& h = *impl_;
    std::lock_guard lock(h.switching);
    for (PluginRecord* record : orderByNeeds(h.records)) {
        if (!record->isOn() || record->declared.migrations.empty()) continue;
        try {
            migrate({record->id(), record->declared.migrations});
        } catch (const DatabaseError&) {
            throw;
        } catch (...) {
            std::lock_guard stateLock(h.state);
            record->fail(h.failureText(*record));
            failUnmetNeeds(h.records);
        }
    }
    std::lock_guard stateLock(h.state);
    h.reportFailures();
}

void PluginHost::check(const LiveServerInfo& server) {
    Impl& h = *impl_;
    std::lock_guard lock(h.switching);
    h.kernel = {};
    h.kernel.server = &server;
    for (PluginRecord* record : orderByNeeds(h.records)) {
        if (!record->isOn()) continue;
        h.showToStarting(buildSnapshot(
            h.records, [](const auto& one) { return one.isOn(); }, h.kernelRoutes));
        h.checkOne(*record);
        std::lock_guard stateLock(h.state);
        failUnmetNeeds(h.records);
    }
    h.showToStarting(nullptr);
    std::lock_guard stateLock(h.state);
    h.reportFailures();
}

std::vector<PluginHost::Diagnosed> PluginHost::diagnose(const LiveServerInfo& server) {
    Impl& h = *impl_;
    std::lock_guard lock(h.switching);
    h.kernel = {};
    h.kernel.server = &server;
    h.showToStarting(buildSnapshot(
        h.records, [](const auto& one) { return one.isOn(); }, h.kernelRoutes));
    std::vector<Diagnosed> found;
    for (PluginRecord* record : orderByNeeds(h.records))
        if (record->isOn() && !isForOtherEngines(*record, h.config.database.engine)) h.diagnoseOne(*record, found);
    h.showToStarting(nullptr);
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return found;
}

void PluginHost::start(const KernelServices& kernel) {
    Impl& h = *impl_;
    std::lock_guard lock(h.switching);
    h.kernel = kernel;
    const std::vector<PluginRecord*> ordered = orderByNeeds(h.records);
    for (PluginRecord* record : ordered) h.setState(*record, PluginState::Starting);
    for (PluginRecord* record : ordered) {
        if (!record->isOn()) continue;
        // While they start, all see everybody who will run; the rest of the server sees who runs already, so that no
        // event reaches a plugin that is not ready for it.
        h.showToStarting(buildSnapshot(
            h.records, [](const auto& one) { return one.isOn(); }, h.kernelRoutes));
        if (h.startOne(*record)) {
            h.publish(buildSnapshot(h.records, isStarted, h.kernelRoutes));
        } else {
            std::lock_guard stateLock(h.state);
            failUnmetNeeds(h.records);
        }
    }
    h.showToStarting(nullptr);
    try {
        h.reportFailures();
    } catch (const PluginStartError&) {
        h.stopAll();
        throw;
    }
    h.publish(buildSnapshot(h.records, isStarted, h.kernelRoutes));
    for (const PluginRecord* record : h.running) h.addJobs(*record);
    for (const std::string& missed : findMissedServices(h.records)) kernelLog().warn(missed);
    h.isOpen = true;
}

void PluginHost::stop(const std::function<void(const std::string&)>& waitsFor) noexcept {
    std::lock_guard lock(impl_->switching);
    impl_->stopAll(waitsFor);
}

std::vector<PluginStatus> PluginHost::statuses() const {
    std::lock_guard lock(impl_->state);
    std::vector<PluginStatus> all;
    for (const auto& record : impl_->records) all.push_back(Impl::statusOf(*record));
    for (const auto& [id, status] : impl_->refused) all.push_back(status);
    std::sort(all.begin(), all.end(), [](const PluginStatus& a, const PluginStatus& b) { return a.id < b.id; });
    return all;
}

std::vector<PluginConfigKey> PluginHost::configKeys(const std::string& id) const {
    std::lock_guard lock(impl_->state);
    for (const auto& record : impl_->records) {
        if (record->id() == id) return record->declared.configKeys;
    }
    return {};
}

}  // namespace inkwell::kernel
