#include "kernel/app/plugin_switch.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "kernel/app/admin_socket.h"

namespace inkwell::kernel {

std::string_view stateName(PluginState state) {
    switch (state) {
        case PluginState::Starting:
            return "starting";
        case PluginState::Running:
            return "running";
        case PluginState::Disabled:
            return "disabled";
        case PluginState::Failed:
            return "failed";
    }
    return "unknown";
}

JsonArray describePlugins(const std::vector<PluginStatus>& statuses) {
    JsonArray all;
    for (const PluginStatus& status : statuses) {
        all.push_back(JsonObject{{"id", status.id},
                                 {"version", status.version},
                                 {"state", stateName(status.state)},
                                 {"reason", status.reason},
                                 {"summary", status.summary}});
    }
    return all;
}

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

void keepChoice(const Config& config, const std::string& id, bool enabled) {
    const std::filesystem::path file = std::filesystem::path(config.plugins.configDirectory) / (id + ".json");
    JsonObject settings;
    if (std::ifstream in(file); in) {
        settings = parseJson(std::string(std::istreambuf_iterator<char>(in), {}), file.string()).as_object();
    }
    settings["enabled"] = enabled;
    std::filesystem::create_directories(file.parent_path());
    const std::filesystem::path partial = file.string() + ".partial";
    std::ofstream out(partial, std::ios::trunc);
    out << writePrettyJson(settings) << "\n" << std::flush;
    out.close();
    if (!out) throw std::runtime_error("cannot write " + partial.string());
    std::filesystem::rename(partial, file);
}

/// Without a running server: is there such a plugin at all, and would the others still start?
void checkSwitch(Config config, const std::string& id, bool enabled) {
    config.pluginSettings[id]["enabled"] = enabled;
    CurrentSnapshot snapshot;
    Scheduler scheduler;
    PluginHost host(config, snapshot, scheduler);
    host.load();
    host.databaseEngine(config.database.engine);
}

/// One command at a time: or the server would do what one of them says, and the file keep what the other one says.
class SwitchTurn {
public:
    explicit SwitchTurn(const std::string& directory) {
        std::filesystem::create_directories(directory);
        handle_ = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (handle_ < 0 || access(directory.c_str(), W_OK) != 0 || flock(handle_, LOCK_EX) != 0) {
            const std::string why = std::strerror(errno);
            if (handle_ >= 0) close(handle_);
            throw std::runtime_error("nothing was switched, for it cannot be kept in " + directory + ": " + why);
        }
    }
    ~SwitchTurn() { close(handle_); }
    SwitchTurn(const SwitchTurn&) = delete;
    SwitchTurn& operator=(const SwitchTurn&) = delete;

private:
    int handle_ = -1;
};

bool isEnabled(const Config& config, const std::string& id) {
    const auto settings = config.pluginSettings.find(id);
    const Json* enabled = settings == config.pluginSettings.end() ? nullptr : settings->second.if_contains("enabled");
    return enabled == nullptr || *enabled != false;
}

JsonObject describeSwitch(const SwitchResult& result) {
    return {{"ok", true}, {"changed", result.changed}, {"warning", result.warning}};
}

}  // namespace

int listPlugins(const Config& config) {
    if (const auto reply = askRunningServer(adminSocketPath(config.data.directory), {{"command", "plugins"}})) {
        print(*arrayOf(*reply, "plugins"));
        return 0;
    }
    Config degraded = config;
    degraded.plugins.onFailure = "degrade";  // the list is for finding out what is wrong
    degraded.log.level = "error";
    configureLog(degraded.log);
    CurrentSnapshot snapshot;
    Scheduler scheduler;
    PluginHost host(degraded, snapshot, scheduler);
    host.load();
    std::cout << "no server is running with this data directory; what a start would find:\n" << std::flush;
    print(describePlugins(host.statuses()));
    return 0;
}

int switchPlugin(const Config& config, const std::string& id, bool enabled) {
    const SwitchTurn turn(config.plugins.configDirectory);
    const JsonObject request{{"command", enabled ? "enable" : "disable"}, {"id", id}};
    const auto reply = askRunningServer(adminSocketPath(config.data.directory), request);
    if (reply && reply->contains("error")) {
        std::cerr << "inkwell: " << textOf(*reply, "error") << "\n";
        return 1;
    }
    if (!reply) checkSwitch(config, id, enabled);
    keepChoice(config, id, enabled);
    const bool changed = reply ? reply->at("changed") == true : isEnabled(config, id) != enabled;
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
