#include "kernel/app/config_view.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <regex>
#include <system_error>

#include "kernel/app/config_keys.h"
#include "kernel/http/tls_certificate.h"

namespace inkwell::kernel {

namespace {

constexpr std::string_view kHidden = "***";
// What is shorter stands in many a word.
constexpr std::size_t kShortestHidden = 4;
constexpr std::array<std::string_view, 11> kSecretWords = {"password", "passwd",     "passphrase", "secret",
                                                           "secrets",  "key",        "keys",       "token",
                                                           "tokens",   "credential", "credentials"};

bool isSecretName(std::string_view key) {
    while (!key.empty()) {
        const std::size_t end = key.find_first_of("._");
        if (std::find(kSecretWords.begin(), kSecretWords.end(), key.substr(0, end)) != kSecretWords.end()) return true;
        key.remove_prefix(end == std::string_view::npos ? key.size() : end + 1);
    }
    return false;
}

bool isEmpty(const Json& value) {
    return (value.is_string() && value.get_string().empty()) || (value.is_array() && value.get_array().empty());
}

ValueSource sourceOf(const std::map<std::string, ValueSource>& sources, const std::string& key) {
    const auto found = sources.find(key);
    return found == sources.end() ? ValueSource{} : found->second;
}

std::string lineOf(const std::string& key, const Json& value, const ValueSource& source) {
    std::string line = key + " = " + shownValue(key, value, source) + "  # " + source.place;
    if (!source.reference.empty()) line += ", " + source.reference;
    return line;
}

void printPlugin(const Config& config, const PluginStatus& plugin, const PluginHost& host, std::ostream& out) {
    const auto settings = config.pluginSettings.find(plugin.id);
    const Json* enabled = settings == config.pluginSettings.end() ? nullptr : settings->second.if_contains("enabled");
    const std::string prefix = plugin.id + ".";
    out << lineOf(prefix + "enabled", enabled == nullptr ? Json(true) : *enabled,
                  sourceOf(config.settingSources, prefix + "enabled"))
        << "\n";
    for (const PluginConfigKey& key : host.configKeys(plugin.id)) {
        out << lineOf(prefix + key.key, key.value, sourceOf(config.settingSources, prefix + key.key)) << ": "
            << key.meaning << "\n";
    }
}

/// A folder that is not there yet is made by the server, in the nearest one that is.
void requirePlace(const char* key, const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::path nearest = std::filesystem::absolute(folder);
    while (!std::filesystem::exists(nearest, error) && nearest != nearest.parent_path())
        nearest = nearest.parent_path();
    if (std::filesystem::is_directory(nearest, error)) return;
    throw ConfigError(std::string(key) + ": '" + nearest.string() + "' is not a folder");
}

void checkFiles(const Config& config) {
    if (!config.http.tlsCertificate.empty()) checkCertificate(config.http.tlsCertificate, config.http.tlsKey);
    requirePlace("data.directory", config.data.directory);
    if (config.log.file.empty()) return;
    const std::filesystem::path file = std::filesystem::absolute(config.log.file);
    requirePlace("log.file", file.parent_path());
    std::error_code error;
    if (std::filesystem::is_directory(file, error)) throw ConfigError("log.file: '" + file.string() + "' is a folder");
}

}  // namespace

std::string shownValue(std::string_view key, const Json& value, const ValueSource& source) {
    const bool isText = value.is_string() || value.is_array();
    if (!source.reference.empty() || (isText && !isEmpty(value) && isSecretName(key))) return std::string(kHidden);
    static const std::regex userInAddress("://[^/@\\s\"]+@");
    return std::regex_replace(writeJson(value), userInAddress, "://" + std::string(kHidden) + "@");
}

std::string hideSettings(std::string text, const std::string& plugin, const JsonObject& settings,
                         const std::map<std::string, ValueSource>& sources) {
    for (const auto& member : settings) {
        const Json& value = member.value();
        const std::string key = plugin + "." + std::string(member.key());
        if (!value.is_string() || shownValue(key, value, sourceOf(sources, key)) != kHidden) continue;
        const std::string_view secret = value.get_string();
        if (secret.size() < kShortestHidden) continue;
        for (std::size_t at = text.find(secret); at != std::string::npos; at = text.find(secret, at + kHidden.size())) {
            text.replace(at, secret.size(), kHidden);
        }
    }
    return text;
}

void printConfig(Config& config, const PluginHost& host, std::ostream& out) {
    for (const ConfigKey& key : configKeys()) {
        const std::string path(key.path);
        out << lineOf(path, configValue(key, config), sourceOf(config.keySources, path)) << "\n";
    }
    for (const PluginStatus& plugin : host.statuses()) printPlugin(config, plugin, host, out);
    out << "(" << kHidden << " stands for texts whose key names a password, secret, key, token or credential, and for "
        << "what a reference gives)\n"
        << std::flush;
}

int checkConfig(Config config, const std::string& file) {
    CurrentSnapshot snapshot;
    Scheduler scheduler;
    PluginHost host(config, snapshot, scheduler);
    try {
        host.load();
    } catch (const PluginStartError&) {
        printConfig(config, host, std::cout);
        throw;
    }
    printConfig(config, host, std::cout);
    host.databaseEngine(config.database.engine);
    checkFiles(config);
    std::cout << file << " is good; " << host.statuses().size() << " plugins can be loaded\n";
    return 0;
}

}  // namespace inkwell::kernel
