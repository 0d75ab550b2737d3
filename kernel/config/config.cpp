#include "kernel/config/config.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>

#include "kernel/config/config_keys.h"
#include "kernel/config/cors.h"
#include "kernel/config/installation.h"
#include "kernel/config/plugin_settings.h"
#include "kernel/config/references.h"
#include "kernel/config/service_links.h"
#include "kernel/config/trusted_proxies.h"

namespace inkwell::kernel {

namespace {

using Environment = std::map<std::string, std::string>;
using Lines = std::vector<std::string>;

constexpr std::string_view kOwnPrefix = "INKWELL_";

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

// A configuration on its way in.
struct Loading {
    const Environment& environment;
    Config config;
    std::set<std::string> used;  // variables that files refer to
    Lines wrong;
};

void applyValue(const std::string& file, const ConfigKey& key, const Json& value, Loading& loading) {
    const std::string path(key.path);
    try {
        const ResolvedValue resolved = resolveReferences(value, loading.environment, loading.used);
        // A reference gives a text for numbers too, as a variable does; and what it gives is nobody's to see.
        const bool isReferred = !resolved.reference.empty() && resolved.value.is_string();
        const std::string problem =
            isReferred ? assignConfigText(key, resolved.value.get_string(), loading.config, resolved.reference)
                       : assignConfig(key, resolved.value, loading.config, resolved.reference);
        if (!problem.empty()) loading.wrong.push_back(file + ": " + path + " " + problem);
        loading.config.keySources[path] = {file, resolved.reference};
    } catch (const ReferenceError& error) {
        loading.wrong.push_back(file + ": " + path + " " + error.what());
    }
}

void applySection(const std::string& file, const std::string& section, const JsonObject& members, Loading& loading) {
    for (const auto& member : members) {
        const std::string path = section + "." + std::string(member.key());
        const ConfigKey* key = findKey(path);
        if (key == nullptr) {
            loading.wrong.push_back(file + ": unknown key '" + path + "'; known keys are: " + keysOf(section));
            continue;
        }
        applyValue(file, *key, member.value(), loading);
    }
}

// `only` names the one known section to take; "" is all of them.
void applyFile(const std::string& file, const std::string& only, Loading& loading) {
    const std::optional<JsonObject> content = readSettingsFile(file, loading.wrong);
    if (!content) return;
    for (const auto& member : *content) {
        const std::string section(member.key());
        if (section == kSchemaKey) continue;
        const bool isKnown = sections().contains(section);
        if (isKnown && !only.empty() && section != only) continue;
        if (!isKnown) {
            loading.wrong.push_back(file + ": unknown key '" + section + "'; known keys are: " + joined(sections()));
        } else if (!member.value().is_object()) {
            loading.wrong.push_back(file + ": " + section + " must be an object, not " +
                                    std::string(jsonKindName(member.value())));
        } else {
            applySection(file, section, member.value().get_object(), loading);
        }
    }
}

/// Takes the kernel's own variables; the answer is what remains of ours.
Environment applyVariables(Loading& loading) {
    Environment rest;
    for (const auto& [name, value] : loading.environment) {
        if (name.starts_with(kOwnPrefix)) rest.emplace(name, value);
    }
    // Also those named like a key: of a Service `inkwell-http` there is INKWELL_HTTP_PORT.
    removeServiceLinks(rest, loading.environment);
    for (const ConfigKey& key : configKeys()) {
        const auto variable = rest.find(variableOf(key));
        if (variable == rest.end()) continue;
        const std::string problem = assignConfigText(key, variable->second, loading.config);
        if (!problem.empty()) loading.wrong.push_back(variable->first + " (" + std::string(key.path) + ") " + problem);
        loading.config.keySources[std::string(key.path)] = {variable->first};
        rest.erase(variable);
    }
    return rest;
}

void checkHttp(const Config::Http& http, Lines& wrong) {
    for (const std::string& range : http.trustedProxies) {
        try {
            TrustedProxies one({range});
        } catch (const std::runtime_error& error) {
            wrong.push_back(std::string("http.trusted_proxies: ") + error.what());
        }
    }
    for (const std::string& origin : http.corsOrigins) {
        if (isCorsOrigin(origin)) continue;
        wrong.push_back("http.cors_origins: '" + origin +
                        "' is neither * nor an origin such as https://example.org, which has no path and no capitals");
    }
    if (http.tlsCertificate.empty() != http.tlsKey.empty()) {
        wrong.push_back("http.tls_certificate and http.tls_key belong together: one of them is empty");
    }
}

void checkTogether(const Config& config, Lines& wrong) {
    const Config::Http& http = config.http;
    checkHttp(http, wrong);
    const auto differ = [&wrong](const char* a, const char* b, int port) {
        wrong.push_back(std::string(a) + " and " + b + " must differ, both are " + std::to_string(port));
    };
    if (http.port != 0 && http.port == http.uploadPort && http.host == http.uploadHost) {
        differ("http.port", "http.upload_port", http.port);
    }
    const Config::Admin& admin = config.admin;
    if (!admin.enabled || admin.port == 0) return;
    if (admin.port == http.port && admin.host == http.host) differ("admin.port", "http.port", admin.port);
    if (admin.port == http.uploadPort && admin.host == http.uploadHost) {
        differ("admin.port", "http.upload_port", admin.port);
    }
}

void requireNothing(const Lines& wrong) {
    if (wrong.empty()) return;
    std::string message = "the configuration cannot be used:";
    for (const std::string& line : wrong) message += "\n  " + line;
    throw ConfigError(message);
}

std::string ownPluginDirectory() { return (installationPrefix() / "lib/inkwell/plugins").string(); }

}  // namespace

Config loadConfig(const std::string& file, const std::map<std::string, std::string>& environment) {
    Loading loading{environment, {}, {}, {}};
    Config& config = loading.config;
    applyFile(file, "", loading);
    Environment others = applyVariables(loading);
    if (config.plugins.directories.empty()) {
        config.plugins.directories = {ownPluginDirectory()};
        config.keySources.erase("plugins.directories");
    }
    config.plugins.configDirectory = findPluginSettings(file);
    readPluginSettings(environment, config, loading.used, loading.wrong);
    // Those that files refer to are named as anybody likes.
    for (const std::string& name : loading.used) others.erase(name);
    applyPluginVariables(others, knownPlugins(config), config, loading.wrong);
    checkTogether(config, loading.wrong);
    requireNothing(loading.wrong);
    return config;
}

std::string findPluginSettings(const std::string& file) {
    return (std::filesystem::path(file).parent_path() / "plugins.d").string();
}

std::string findDataDirectory(const std::string& file, const std::map<std::string, std::string>& environment) {
    Loading loading{environment, {}, {}, {}};
    if (access(file.c_str(), R_OK) != 0) {
        throw ConfigError("the configuration " + file + " cannot be read: " + whyUnreadable(errno));
    }
    // With a default in place of what nobody can read, a command would reach another server.
    applyFile(file, "data", loading);
    requireNothing(loading.wrong);
    applyVariables(loading);
    const std::string variable = variableOf(*findKey("data.directory"));
    std::erase_if(loading.wrong, [&](const std::string& line) { return !line.starts_with(variable + " "); });
    requireNothing(loading.wrong);
    return loading.config.data.directory;
}

std::map<std::string, std::string> processEnvironment() {
    std::map<std::string, std::string> found;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view text(*entry);
        const std::size_t equals = text.find('=');
        if (equals == std::string_view::npos) continue;
        found.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    return found;
}

}  // namespace inkwell::kernel
