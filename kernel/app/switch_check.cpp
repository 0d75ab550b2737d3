#include "kernel/app/switch_check.h"

#include <algorithm>
#include <map>

#include "inkwell/error.h"
#include "kernel/app/looking_host.h"

namespace inkwell::kernel {

namespace {

// What a start would make of the plugins.
struct Prospect {
    std::map<std::string, PluginStatus> byFile;
    bool hasEngine = false;
};

Prospect prospectOf(const Config& config) {
    LookingHost looking(config);
    PluginHost& host = looking.host();
    host.inspect();
    try {
        looking.check();
    } catch (const PluginStartError&) {
        // The states say it, too.
    }
    Prospect prospect;
    for (const PluginStatus& one : host.statuses()) prospect.byFile.emplace(one.file, one);
    try {
        host.databaseEngine(config.database.engine);
        prospect.hasEngine = true;
    } catch (const PluginStartError&) {
        prospect.hasEngine = false;
    }
    return prospect;
}

/// Those that would fail now and did not before, and `wanted`, which did perhaps.
std::vector<PluginStatus> newFailures(const Prospect& before, const Prospect& after, const std::string& wanted) {
    std::vector<PluginStatus> failures;
    for (const auto& [file, status] : after.byFile) {
        const auto earlier = before.byFile.find(file);
        const bool failedBefore = earlier != before.byFile.end() && earlier->second.state == PluginState::Failed;
        const bool isNew = !failedBefore || status.id == wanted;
        if (status.state == PluginState::Failed && isNew) failures.push_back(status);
    }
    return failures;
}

}  // namespace

void checkSwitch(Config config, const std::string& id, bool enabled) {
    config.plugins.onFailure = "stop";  // nobody asked for what is wrong with others to be logged
    const Prospect before = prospectOf(config);
    const auto isIt = [&](const auto& one) { return one.second.id == id; };
    if (std::none_of(before.byFile.begin(), before.byFile.end(), isIt)) throw ApiError::notFound("plugin", id);
    config.pluginSettings[id]["enabled"] = enabled;
    const Prospect after = prospectOf(config);
    const std::string start = "plugin '" + id + "' cannot be " + (enabled ? "enabled" : "disabled") + ": ";
    if (before.hasEngine && !after.hasEngine) {
        throw ApiError::conflict(start + "the content is kept in its database engine (database.engine)");
    }
    std::string names;
    std::string reasons;
    for (const PluginStatus& one : newFailures(before, after, enabled ? id : "")) {
        names += (names.empty() ? "'" : ", '") + one.id + "'";
        reasons += (reasons.empty() ? "" : "; ") + (one.id == id ? "" : "plugin '" + one.id + "': ") + one.reason;
    }
    if (names.empty()) return;
    throw ApiError::conflict(start + (enabled ? reasons : "it is needed by " + names + "; disable them first"));
}

}  // namespace inkwell::kernel
