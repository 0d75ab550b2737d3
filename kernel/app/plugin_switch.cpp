#include "kernel/app/plugin_switch.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <map>

#include "kernel/app/addressed_server.h"
#include "kernel/app/kept_choice.h"
#include "kernel/app/looking_host.h"
#include "kernel/config/plugin_settings.h"

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

/// Without a running server: is there such a plugin at all, can it run, and would a switch make another one fail?
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
    for (const PluginStatus& one : newFailures(before, after, enabled ? id : "")) {
        names += (names.empty() ? "'" : ", '") + one.id + "'";
        reasons += (reasons.empty() ? "" : "; ") + (one.id == id ? "" : "plugin '" + one.id + "': ") + one.reason;
    }
    if (names.empty()) return;
    throw ApiError::conflict(start + (enabled ? reasons : "it is needed by " + names + "; disable them first"));
}

bool isEnabled(const std::string& configFile, const std::string& id) {
    const Config config = loadConfig(configFile, processEnvironment());
    const auto settings = config.pluginSettings.find(id);
    const Json* enabled = settings == config.pluginSettings.end() ? nullptr : settings->second.if_contains("enabled");
    return enabled == nullptr || *enabled != false;
}

/// What a start would say against the switch; "" for nothing. ApiError 404 when there is no such plugin.
std::string foreseenRefusal(const std::string& configFile, const std::string& id, bool enabled) {
    try {
        checkSwitch(loadConfig(configFile, processEnvironment()), id, enabled);
        return "";
    } catch (const ApiError& error) {
        if (error.status() != 409) throw;
        return error.message();
    }
}

/// Whether the refusal lies with the plugin, and not with a server that stops, say.
bool hasFailed(AddressedServer& server, const std::string& id) {
    const auto reply = server.ask({{"command", "plugins"}});
    if (!reply) return false;
    const JsonArray& all = *arrayOf(*reply, "plugins");
    return std::any_of(all.begin(), all.end(), [&](const Json& one) {
        return textOf(one.as_object(), "id") == id &&
               textOf(one.as_object(), "state") == stateName(PluginState::Failed);
    });
}

void keepOff(KeptChoice& choice, const std::string& id) {
    if (choice.keepOff()) {
        std::cerr << "inkwell: plugin '" << id << "' stays disabled, also at the next start\n";
    } else {
        std::cerr << "inkwell: its settings file enables it, so the next start tries it again; "
                  << "`inkwell plugins disable " << id << "` prevents that\n";
    }
}

JsonObject switchInServer(Server& server, const std::string& id, bool enabled) {
    requireNotOverruled(id, enabled);
    const SwitchResult result = enabled ? server.enablePlugin(id) : server.disablePlugin(id);
    return {{"ok", true}, {"changed", result.changed}, {"warning", result.warning}};
}

}  // namespace

int listPlugins(const std::string& configFile) {
    AddressedServer server(configFile);
    if (const auto reply = server.ask({{"command", "plugins"}})) {
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
    AddressedServer server(configFile);
    KeptChoice choice(findPluginSettings(configFile), id, enabled);
    const auto reply = server.ask({{"command", enabled ? "enable" : "disable"}, {"id", id}});
    if (!reply) requireNotOverruled(id, enabled);
    const std::string refusal = reply ? std::string(textOf(*reply, "error")) : foreseenRefusal(configFile, id, enabled);
    if (!refusal.empty()) {
        std::cerr << "inkwell: " << refusal << "\n";
        if (enabled && (!reply || hasFailed(server, id))) keepOff(choice, id);
        return 1;
    }
    const bool changed = reply ? reply->at("changed") == true : isEnabled(configFile, id) != enabled;
    choice.keep();
    std::cout << "plugin '" << id << "' is " << (enabled ? "enabled" : "disabled") << (changed ? "" : " already")
              << (reply ? "" : "; that holds from the next start on") << "\n";
    if (!reply) return kWaitsForNextStart;
    if (!textOf(*reply, "warning").empty()) std::cerr << "inkwell: " << textOf(*reply, "warning") << "\n";
    return 0;
}

JsonObject answerAdminRequest(Server& server, const JsonObject& request) {
    const std::string command(textOf(request, "command"));
    const std::string id(textOf(request, "id"));
    if (command == "ping") return {{"ok", true}};
    if (command == "plugins") return {{"plugins", describePlugins(server.plugins().statuses())}};
    if (command == "enable" || command == "disable") return switchInServer(server, id, command == "enable");
    throw ApiError::badRequest("unknown command '" + command + "'");
}

}  // namespace inkwell::kernel
