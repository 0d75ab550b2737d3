#include "kernel/app/config.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "kernel/app/config_keys.h"
#include "kernel/app/installation.h"
#include "kernel/app/plugin_settings.h"

namespace inkwell::kernel {

namespace {

using Lines = std::vector<std::string>;

// For editors, which then offer keys and meanings.
constexpr std::string_view kSchemaKey = "$schema";

const ConfigKey* findKey(const std::string& path) {
    const std::vector<ConfigKey>& keys = configKeys();
    const auto found = std::find_if(keys.begin(), keys.end(), [&](const ConfigKey& key) { return key.path == path; });
    return found == keys.end() ? nullptr : &*found;
}

std::set<std::string> sections() {
    std::set<std::string> names;
    for (const ConfigKey& key : configKeys()) names.emplace(key.path.substr(0, key.path.find('.')));
    return names;
}

std::string keysOf(const std::string& section) {
    std::string all;
    for (const ConfigKey& key : configKeys()) {
        if (!key.path.starts_with(section + ".")) continue;
        all.append(all.empty() ? "" : ", ").append(key.path);
    }
    return all;
}

std::string joined(const std::set<std::string>& names) {
    std::string all;
    for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
    return all;
}

void applySection(const std::string& file, const std::string& section, const JsonObject& members, Config& config,
                  Lines& wrong) {
    for (const auto& member : members) {
        const std::string path = section + "." + std::string(member.key());
        const ConfigKey* key = findKey(path);
        if (key == nullptr) {
            wrong.push_back(file + ": unknown key '" + path + "'; known keys are: " + keysOf(section));
            continue;
        }
        const std::string problem = assignConfig(*key, member.value(), config);
        if (!problem.empty()) wrong.push_back(file + ": " + path + " " + problem);
    }
}

void applyFile(const std::string& file, Config& config, Lines& wrong) {
    const std::optional<JsonObject> content = readSettingsFile(file, wrong);
    if (!content) return;
    for (const auto& member : *content) {
        const std::string section(member.key());
        if (section == kSchemaKey) continue;
        if (!sections().contains(section)) {
            wrong.push_back(file + ": unknown key '" + section + "'; known keys are: " + joined(sections()));
        } else if (!member.value().is_object()) {
            wrong.push_back(file + ": " + section + " must be an object, not " +
                            std::string(jsonKindName(member.value())));
        } else {
            applySection(file, section, member.value().get_object(), config, wrong);
        }
    }
}

/// Takes the kernel's own variables; the answer is what remains.
std::map<std::string, std::string> applyVariables(std::map<std::string, std::string> environment, Config& config,
                                                  Lines& wrong) {
    for (const ConfigKey& key : configKeys()) {
        const auto variable = environment.find(variableOf(key));
        if (variable == environment.end()) continue;
        const std::string problem = assignConfigText(key, variable->second, config);
        if (!problem.empty()) wrong.push_back(variable->first + " (" + std::string(key.path) + ") " + problem);
        environment.erase(variable);
    }
    return environment;
}

void checkTogether(const Config& config, Lines& wrong) {
    const Config::Http& http = config.http;
    if (http.port != 0 && http.port == http.uploadPort && http.host == http.uploadHost) {
        wrong.push_back("http.port and http.upload_port must differ, both are " + std::to_string(http.port));
    }
}

std::string ownPluginDirectory() { return (installationPrefix() / "lib/inkwell/plugins").string(); }

}  // namespace

Config loadConfig(const std::string& file, const std::map<std::string, std::string>& environment) {
    Config config;
    Lines wrong;
    applyFile(file, config, wrong);
    const std::map<std::string, std::string> others = applyVariables(environment, config, wrong);
    if (config.plugins.directories.empty()) config.plugins.directories = {ownPluginDirectory()};
    config.plugins.configDirectory = (std::filesystem::path(file).parent_path() / "plugins.d").string();
    config.pluginSettings = readPluginSettings(config.plugins.configDirectory, wrong);
    applyPluginVariables(others, knownPlugins(config), config, wrong);
    checkTogether(config, wrong);
    if (wrong.empty()) return config;

    std::string message = "the configuration cannot be used:";
    for (const std::string& line : wrong) message += "\n  " + line;
    throw ConfigError(message);
}

std::map<std::string, std::string> inkwellEnvironment() {
    std::map<std::string, std::string> found;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view text(*entry);
        const std::size_t equals = text.find('=');
        if (!text.starts_with("INKWELL_") || equals == std::string_view::npos) continue;
        found.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    return found;
}

}  // namespace inkwell::kernel
