#include "kernel/app/plugin_switchboard.h"

#include <algorithm>
#include <chrono>

#include "kernel/app/kept_choice.h"
#include "kernel/app/server.h"
#include "kernel/config/hidden_values.h"
#include "kernel/config/plugin_settings.h"
#include "kernel/runtime/log.h"

namespace inkwell::kernel {

namespace {

constexpr std::chrono::milliseconds kLook{2};
// The switch before needs so long at most for the requests that it waits for, other than those that hang.
constexpr std::chrono::seconds kPatience{2};

ServerPlugins::Entry entryOf(const PluginStatus& status) {
    return {status.id, status.version, status.summary, std::string(stateName(status.state)), status.reason};
}

}  // namespace

std::vector<ServerPlugins::Entry> PluginSwitchboard::list() {
    std::vector<Entry> all;
    for (const PluginStatus& status : server_.plugins().statuses()) all.push_back(entryOf(status));
    return all;
}

std::vector<ServerPlugins::Setting> PluginSwitchboard::settingsOf(const std::string& id) {
    statusOf(id);  // 404
    std::vector<Setting> all;
    for (const PluginConfigKey& key : server_.plugins().configKeys(id)) {
        const std::string name = id + "." + key.key;
        all.push_back({key.key, key.meaning, shownValue(name, key.value, key.source),
                       shownValue(name, key.fallback, ValueSource{}), key.source.place});
    }
    return all;
}

std::string PluginSwitchboard::contributorOf(std::string_view contributionId, std::string_view name) {
    const std::shared_ptr<const Snapshot> current = server_.plugins().snapshot();
    const auto kind = current->contributions.find(contributionId);
    if (kind == current->contributions.end()) return {};
    const auto found = std::find_if(kind->second.begin(), kind->second.end(),
                                    [&](const Contribution& one) { return one.name == name; });
    return found == kind->second.end() ? std::string() : found->plugin;
}

// A plugin that is to be disabled is out of use, for requests that begin, as soon as there is another snapshot. The
// pointer is compared and not held: the switch waits for whoever holds it.
ServerPlugins::Entry PluginSwitchboard::switchPlugin(const std::string& id, bool enabled) {
    if (!isPluginId(id)) throw ApiError::notFound("plugin", id);
    const Snapshot* const before = server_.plugins().snapshot().get();
    const std::shared_ptr<Work> work = begin(id, enabled);
    std::future<std::optional<ApiError>> done = work->done.get_future();
    while (done.wait_for(kLook) != std::future_status::ready) {
        const bool isOut = !enabled && work->begun && server_.plugins().snapshot().get() != before;
        if (isOut && statusOf(id).state == PluginState::Disabled) return entryOf(statusOf(id));
    }
    if (const std::optional<ApiError> refused = done.get()) throw ApiError(*refused);
    return entryOf(statusOf(id));
}

std::shared_ptr<PluginSwitchboard::Work> PluginSwitchboard::begin(const std::string& id, bool enabled) {
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    while (isBusy_ && std::chrono::steady_clock::now() < deadline) std::this_thread::sleep_for(kLook);
    const std::lock_guard lock(mutex_);
    if (isBusy_ || isStopping_) throw ApiError::conflict("another plugin is being switched; try again in a moment");
    if (thread_.joinable()) thread_.join();
    auto work = std::make_shared<Work>();
    isBusy_ = true;
    try {
        thread_ = std::thread([this, work, id, enabled] { run(*work, id, enabled); });
    } catch (...) {
        isBusy_ = false;
        throw;
    }
    return work;
}

void PluginSwitchboard::run(Work& work, const std::string& id, bool enabled) noexcept {
    std::optional<ApiError> failure;
    try {
        carryOut(work, id, enabled);
    } catch (const ApiError& refused) {
        failure = refused;
    } catch (const std::exception& error) {
        kernelLog().error("plugin '" + id + "' was not switched as asked for: " + error.what());
        failure = ApiError::conflict("plugin '" + id + "' was not switched: the server cannot keep the choice in " +
                                     settings_ + ", and its log says why; on its machine `sudo inkwell plugins " +
                                     (enabled ? "enable " : "disable ") + id + "` switches it and keeps that");
    }
    isBusy_ = false;
    work.done.set_value(std::move(failure));
}

void PluginSwitchboard::carryOut(Work& work, const std::string& id, bool enabled) {
    requireNotOverruled(id, enabled);
    if (!enabled) server_.requireStartableWithout(id);
    KeptChoice choice(settings_, id, enabled);
    work.begun = true;
    try {
        enabled ? server_.enablePlugin(id) : server_.disablePlugin(id);
    } catch (const ApiError&) {
        if (enabled && statusOf(id).state == PluginState::Failed) choice.keepOff();
        throw;
    }
    choice.keep();
}

PluginStatus PluginSwitchboard::statusOf(const std::string& id) const {
    for (PluginStatus& one : server_.plugins().statuses())
        if (one.id == id) return std::move(one);
    throw ApiError::notFound("plugin", id);
}

void PluginSwitchboard::stop() noexcept {
    isStopping_ = true;
    const std::lock_guard lock(mutex_);
    if (thread_.joinable()) thread_.join();
}

}  // namespace inkwell::kernel
