#include "kernel/app/reload.h"

#include <algorithm>
#include <filesystem>

#include "kernel/app/settings_turn.h"
#include "kernel/app/start_requirements.h"
#include "kernel/config/config_keys.h"
#include "kernel/config/hidden_values.h"
#include "kernel/config/plugin_settings.h"
#include "kernel/http/listener.h"
#include "kernel/plugins/settings_check.h"
#include "kernel/runtime/exception_text.h"
#include "kernel/runtime/log.h"

namespace inkwell::kernel {

namespace {

// Of both at once: a secret stays one when it is written down plainly the next time.
ValueSource sourceOf(const std::map<std::string, ValueSource>& before, const std::map<std::string, ValueSource>& after,
                     const std::string& key) {
    for (const auto* sources : {&after, &before}) {
        const auto found = sources->find(key);
        if (found != sources->end() && !found->second.reference.empty()) return found->second;
    }
    return {};
}

std::string changeText(const std::string& key, const Json& before, const Json& after, const ValueSource& source) {
    const std::string from = shownValue(key, before, source);
    const std::string to = shownValue(key, after, source);
    return key + ": " + (from == to ? "a new value" : from + " -> " + to);
}

std::string joined(const std::string& intro, const std::vector<std::string>& lines) {
    std::string text = intro;
    for (const std::string& line : lines) text += "\n  " + line;
    return text;
}

const PluginStatus* findStatus(const std::vector<PluginStatus>& all, const std::string& id) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const PluginStatus& one) { return one.id == id; });
    return found == all.end() ? nullptr : &*found;
}

bool hasFile(const Config& config, const std::string& id) {
    return std::any_of(config.plugins.directories.begin(), config.plugins.directories.end(),
                       [&](const std::string& directory) {
                           std::error_code unreadable;
                           return std::filesystem::exists(directory + "/" + id + ".so", unreadable);
                       });
}

void logLines(LogLevel level, const std::vector<std::string>& lines) {
    for (const std::string& line : lines) kernelLog().write(level, "configuration: " + line);
}

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

JsonArray textArray(const std::vector<std::string>& lines) { return JsonArray(lines.begin(), lines.end()); }

}  // namespace

Reloader::Reloader(Server& server, Config current, std::function<Config()> load)
    : server_(server), current_(std::move(current)), load_(std::move(load)) {}

ReloadReport Reloader::reload() {
    const std::lock_guard lock(mutex_);
    try {
        // A command switches the server first and writes the file then. Read between the two, the file would undo it.
        const SettingsTurn turn = SettingsTurn::toRead(current_.plugins.configDirectory);
        ReloadReport report = apply(load_());
        kernelLog().info("the configuration was read again");
        logLines(LogLevel::Info, report.applied);
        logLines(LogLevel::Warn, report.restart);
        logLines(LogLevel::Warn, report.failed);
        server_.countReload(true);
        return report;
    } catch (...) {
        kernelLog().error("the configuration was read again, but the old one stays");
        logLines(LogLevel::Error, linesOf(exceptionText()));
        server_.countReload(false);
        throw;
    }
}

// What can fail comes first.
ReloadReport Reloader::apply(Config fresh) {
    ReloadReport report;
    const Steps usePluginSettings = comparePlugins(fresh, report);
    checkNextStart(fresh);
    const std::function<void()> useLog = prepareLog(fresh.log);
    const std::function<void()> useCertificate = server_.prepareCertificate();
    switchAll(findSwitches(fresh, report), report);
    useLog();
    useCertificate();
    server_.applyReloadable(fresh);
    for (const auto& use : usePluginSettings)
        for (std::string& failure : use()) report.failed.push_back(std::move(failure));
    takeKeys(fresh, report);
    return report;
}

// What is not taken now would be found out by a server that is down.
void Reloader::checkNextStart(const Config& fresh) const {
    LookingHost looking(fresh);
    looking.host().load();
    checkStart(fresh, looking);
    checkAddresses(fresh);
    // A database that is away while its settings are what they were is no fault of theirs.
    const std::string& engine = fresh.database.engine;
    const bool hasClaim = looking.host().databaseClaim(engine) != nullptr;
    if (!hasClaim && isOtherDatabase(fresh, looking.host())) looking.host().databaseEngine(engine).open();
}

bool Reloader::isOtherDatabase(const Config& fresh, const PluginHost& host) const {
    const std::string plugin = host.pluginWithEngine(fresh.database.engine);
    return fresh.database.engine != current_.database.engine ||
           settingsOf(fresh, plugin) != settingsOf(current_, plugin);
}

void Reloader::checkAddresses(const Config& fresh) const {
    const std::set<int> own = {server_.port(), server_.uploadPort(), server_.adminPort()};
    const auto check = [&own](const std::string& host, int port, const std::string& keys) {
        try {
            // A port of this server's own is free when the next one starts.
            checkListening(host, port, own.contains(port));
        } catch (const std::runtime_error& error) {
            throw ConfigError(std::string(error.what()) + " (" + keys + ")");
        }
    };
    check(fresh.http.host, fresh.http.port, "http.host, http.port");
    check(fresh.http.uploadHost, fresh.http.uploadPort, "http.upload_host, http.upload_port");
    if (fresh.admin.enabled) check(fresh.admin.host, fresh.admin.port, "admin.host, admin.port");
}

Reloader::Steps Reloader::comparePlugins(const Config& fresh, ReloadReport& report) const {
    std::vector<std::string> wrong;
    Steps steps;
    const std::vector<PluginStatus> statuses = server_.plugins().statuses();
    for (const auto& [id, settings] : fresh.pluginSettings) {
        if (findStatus(statuses, id) == nullptr && !hasFile(fresh, id) && wantsPlugin(fresh, id)) {
            wrong.push_back("plugin '" + id + "': there is no such plugin");
        }
    }
    for (const PluginStatus& plugin : statuses) {
        const std::vector<PluginConfigKey> keys = server_.plugins().configKeys(plugin.id);
        // Of a plugin whose setup() failed nobody knows the keys; disabling it leaves the reason.
        if (keys.empty() && !plugin.reason.empty()) continue;
        const std::string file = fresh.plugins.configDirectory + "/" + plugin.id + ".json";
        const std::vector<std::string> problems =
            findSettingProblems(keys, settingsOf(fresh, plugin.id), placeIn(fresh.settingSources, plugin.id, file));
        wrong.insert(wrong.end(), problems.begin(), problems.end());
        if (!problems.empty()) continue;
        try {
            PluginHost::SettingsChange change = server_.plugins().prepareSettings(plugin.id, fresh);
            compareSettings(plugin, keys, change.keys, fresh, report);
            steps.push_back(std::move(change.apply));
        } catch (const ConfigError& error) {
            wrong.emplace_back(error.what());
        }
    }
    if (!wrong.empty()) throw ConfigError(joined("the configuration cannot be used:", wrong));
    return steps;
}

void Reloader::compareSettings(const PluginStatus& plugin, const std::vector<PluginConfigKey>& keys,
                               const std::set<std::string>& taken, const Config& fresh, ReloadReport& report) const {
    for (const PluginConfigKey& key : keys) {
        const std::optional<Json> value = findSetting(key, settingsOf(fresh, plugin.id));
        if (!value || *value == key.value) continue;
        const std::string name = plugin.id + "." + key.key;
        const ValueSource source = sourceOf(current_.settingSources, fresh.settingSources, name);
        const std::string text = changeText(name, key.value, *value, source);
        if (taken.contains(key.key)) {
            report.applied.push_back(text);
        } else if (plugin.state != PluginState::Running) {
            report.applied.push_back(text + " once the plugin is enabled");
        } else {
            report.restart.push_back(text + " needs a restart");
        }
    }
}

// A plugin that failed stays as it is: that it should run is no news.
std::vector<Reloader::Switch> Reloader::findSwitches(const Config& fresh, ReloadReport& report) const {
    std::vector<Switch> wanted;
    const std::vector<PluginStatus> statuses = server_.plugins().statuses();
    for (const std::string& id : knownPlugins(fresh)) {
        const PluginStatus* status = findStatus(statuses, id);
        const bool on = wantsPlugin(fresh, id);
        const bool isOff = status == nullptr || status->state == PluginState::Disabled;
        if (on && status == nullptr && !fresh.pluginSettings.contains(id)) {
            report.restart.push_back("plugin '" + id + "' is new: `inkwell plugins enable " + id +
                                     "` or a restart starts it");
        } else if (on == isOff) {
            wanted.push_back({id, on});
        }
    }
    return wanted;
}

std::string Reloader::trySwitch(const Switch& one) {
    try {
        if (one.on) {
            server_.enablePlugin(one.id);
        } else {
            server_.disablePlugin(one.id);
        }
        return "";
    } catch (const std::exception&) {
        return exceptionText();
    }
}

// One may need that another goes before it, so those that are refused are tried again as long as others succeed.
void Reloader::switchAll(std::vector<Switch> wanted, ReloadReport& report) {
    std::vector<Switch> done;
    std::vector<std::string> refusals;
    for (std::size_t left = wanted.size() + 1; left > wanted.size() && !wanted.empty();) {
        left = wanted.size();
        refusals.clear();
        std::vector<Switch> refused;
        for (const Switch& one : wanted) {
            const std::string refusal = trySwitch(one);
            if (refusal.empty()) {
                done.push_back(one);
            } else {
                refused.push_back(one);
                refusals.push_back(refusal);
            }
        }
        wanted = std::move(refused);
    }
    if (wanted.empty()) {
        for (const Switch& one : done) {
            report.applied.push_back("plugin '" + one.id + "' is " + (one.on ? "enabled" : "disabled"));
        }
        return;
    }
    // A plugin whose start failed was disabled before.
    for (const Switch& one : wanted) {
        if (one.on) trySwitch({one.id, false});
    }
    std::reverse(done.begin(), done.end());
    for (const Switch& one : done) {
        const std::string problem = trySwitch({one.id, !one.on});
        if (!problem.empty()) refusals.push_back("and it could not be undone: " + problem);
    }
    throw ConfigError(joined("not every plugin can be switched as the configuration wants:", refusals));
}

void Reloader::takeKeys(Config& fresh, ReloadReport& report) {
    for (const ConfigKey& key : configKeys()) {
        const std::string path(key.path);
        const Json before = configValue(key, current_);
        const Json after = configValue(key, fresh);
        if (before == after) continue;
        const ValueSource source = sourceOf(current_.keySources, fresh.keySources, path);
        const std::string text = changeText(path, before, after, source);
        if (!key.reloadable) {
            report.restart.push_back(text + " needs a restart");
            continue;
        }
        assignConfig(key, after, current_);
        report.applied.push_back(text);
    }
    if (!current_.log.file.empty()) report.applied.push_back("the log file was opened anew");
    if (!current_.http.tlsCertificate.empty()) report.applied.push_back("the certificate was read again");
}

JsonObject answerReload(Reloader& reloader) {
    try {
        const ReloadReport report = reloader.reload();
        return {{"applied", textArray(report.applied)},
                {"restart", textArray(report.restart)},
                {"failed", textArray(report.failed)}};
    } catch (const std::exception&) {
        return {{"error", exceptionText()}};
    }
}

}  // namespace inkwell::kernel
