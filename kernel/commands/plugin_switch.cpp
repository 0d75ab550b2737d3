#include "kernel/commands/plugin_switch.h"

#include <algorithm>
#include <cstdio>
#include <iostream>

#include "kernel/app/kept_choice.h"
#include "kernel/app/looking_host.h"
#include "kernel/app/switch_check.h"
#include "kernel/commands/addressed_server.h"
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

bool isEnabled(const std::string& configFile, const std::string& id) {
    return wantsPlugin(loadConfig(configFile, processEnvironment()), id);
}

// The folders are for the operator, not for those who switch over HTTP.
std::string withFolders(const std::string& refusal, const std::string& configFile, const std::string& id) {
    if (refusal != ApiError::notFound("plugin", id).message()) return refusal;
    std::string folders;
    for (const std::string& folder : loadConfig(configFile, processEnvironment()).plugins.directories) {
        folders += (folders.empty() ? "'" : ", '") + folder + "'";
    }
    return refusal + ": there is no file '" + id + ".so' in " + folders + " (plugins.directories)";
}

/// What a start would say against the switch; "" for nothing. std::runtime_error when there is no such plugin.
std::string foreseenRefusal(const std::string& configFile, const std::string& id, bool enabled) {
    try {
        checkSwitch(loadConfig(configFile, processEnvironment()), id, enabled);
        return "";
    } catch (const ApiError& error) {
        if (error.status() == 404) throw std::runtime_error(withFolders(error.message(), configFile, id));
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
        std::cerr << "inkwell: " << withFolders(refusal, configFile, id) << "\n";
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

}  // namespace inkwell::kernel
