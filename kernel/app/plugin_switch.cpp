#include "kernel/app/plugin_switch.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <map>

#include "kernel/app/kept_choice.h"
#include "kernel/app/looking_host.h"
#include "kernel/config/plugin_settings.h"
#include "kernel/operator/admin_socket.h"

namespace inkwell::kernel {

namespace {

void print(const JsonArray& plugins) {
    for (const Json& one : plugins) {
        const JsonObject& plugin = one.as_object();
        const std::string_view reason = textOf(plugin, "reason");
        std::printf("%-20s %-8s %-9s %s\n", std::string(textOf(plugin, "id")).c_str(),
                    std::string(textOf(plugin, "version")).c_str(), std::string(textOf(plugin, "state")).c_str(),
                    std::string(reason.empty() ? textOf(plugin, "summary") : reason).c_str());
    }
}

// What a start would make of the plugins.
struct Prospect {
    std::map<std::string, PluginStatus> byFile;
    bool hasEngine = false;
};

Prospect prospectOf(const Config& config) {
    LookingHost looking(config);
    PluginHost& host = looking.host();
    host.inspect();
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

/// Those that would fail now and did not before.
std::vector<PluginStatus> newFailures(const Prospect& before, const Prospect& after) {
    std::vector<PluginStatus> failures;
    for (const auto& [file, status] : after.byFile) {
        const auto earlier = before.byFile.find(file);
        const bool failedBefore = earlier != before.byFile.end() && earlier->second.state == PluginState::Failed;
        if (status.state == PluginState::Failed && !failedBefore) failures.push_back(status);
    }
    return failures;
}

/// Without a running server: is there such a plugin at all, and would a switch make another one fail?
void checkSwitch(Config config, const std::string& id, bool enabled) {
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
    for (const PluginStatus& one : newFailures(before, after)) {
        names += (names.empty() ? "'" : ", '") + one.id + "'";
        reasons += (reasons.empty() ? "" : "; ") + (one.id == id ? "" : "plugin '" + one.id + "': ") + one.reason;
    }
    if (names.empty()) return;
    throw ApiError::conflict(start + (enabled ? reasons : "it is needed by " + names + "; disable them first"));
}

bool isEnabled(const Config& config, const std::string& id) {
    const auto settings = config.pluginSettings.find(id);
    const Json* enabled = settings == config.pluginSettings.end() ? nullptr : settings->second.if_contains("enabled");
    return enabled == nullptr || *enabled != false;
}

JsonObject describeSwitch(const SwitchResult& result) {
    return {{"ok", true}, {"changed", result.changed}, {"warning", result.warning}};
}

}  // namespace

int listPlugins(const std::string& configFile) {
    const std::string socket = adminSocketPath(findDataDirectory(configFile, processEnvironment()));
    if (const auto reply = askRunningServer(socket, {{"command", "plugins"}})) {
        print(*arrayOf(*reply, "plugins"));
        return 0;
    }
    Config degraded = loadConfig(configFile, processEnvironment());
    degraded.plugins.onFailure = "degrade";  // the list is for finding out what is wrong
    configureLog({degraded.log.format, "error", ""});
    LookingHost looking(degraded);
    PluginHost& host = looking.host();
    host.load();
    std::cout << "no server is running with this data directory; what a start would find:\n" << std::flush;
    print(describePlugins(host.statuses()));
    return 0;
}

int switchPlugin(const std::string& configFile, const std::string& id, bool enabled) {
    if (!isPluginId(id)) throw ApiError::notFound("plugin", id);
    KeptChoice choice(findPluginSettings(configFile), id, enabled);
    const JsonObject request{{"command", enabled ? "enable" : "disable"}, {"id", id}};
    const std::string socket = adminSocketPath(findDataDirectory(configFile, processEnvironment()));
    const auto reply = askRunningServer(socket, request);
    if (reply && reply->contains("error")) {
        std::cerr << "inkwell: " << textOf(*reply, "error") << "\n";
        return 1;
    }
    bool changed = reply && reply->at("changed") == true;
    if (!reply) {
        const Config config = loadConfig(configFile, processEnvironment());
        checkSwitch(config, id, enabled);
        changed = isEnabled(config, id) != enabled;
    }
    choice.keep();
    std::cout << "plugin '" << id << "' is " << (enabled ? "enabled" : "disabled") << (changed ? "" : " already")
              << (reply ? "" : "; that holds from the next start on") << "\n";
    if (reply && !textOf(*reply, "warning").empty()) std::cerr << "inkwell: " << textOf(*reply, "warning") << "\n";
    return 0;
}

JsonObject answerAdminRequest(Server& server, const JsonObject& request) {
    const std::string command(textOf(request, "command"));
    const std::string id(textOf(request, "id"));
    if (command == "ping") return {{"ok", true}};
    if (command == "plugins") return {{"plugins", describePlugins(server.plugins().statuses())}};
    if (command == "enable") return describeSwitch(server.enablePlugin(id));
    if (command == "disable") return describeSwitch(server.disablePlugin(id));
    throw ApiError::badRequest("unknown command '" + command + "'");
}

}  // namespace inkwell::kernel
