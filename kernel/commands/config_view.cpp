#include "kernel/commands/config_view.h"

#include <Poco/Exception.h>
#include <Poco/Net/SocketAddress.h>

#include <iostream>

#include "kernel/app/looking_host.h"
#include "kernel/app/start_requirements.h"
#include "kernel/config/config_keys.h"
#include "kernel/config/hidden_values.h"
#include "kernel/config/plugin_settings.h"

namespace inkwell::kernel {

namespace {

std::string lineOf(const std::string& key, const Json& value, const ValueSource& source) {
    std::string line = key + " = " + shownValue(key, value, source) + "  # " + source.place;
    if (!source.reference.empty()) line += ", " + source.reference;
    return line;
}

void printPlugin(const Config& config, const PluginStatus& plugin, const PluginHost& host, std::ostream& out) {
    const Json* enabled = settingsOf(config, plugin.id).if_contains("enabled");
    const std::string prefix = plugin.id + ".";
    out << lineOf(prefix + "enabled", enabled == nullptr ? Json(true) : *enabled,
                  sourceOf(config.settingSources, prefix + "enabled"))
        << "\n";
    for (const PluginConfigKey& key : host.configKeys(plugin.id)) {
        out << lineOf(prefix + key.key, key.value, sourceOf(config.settingSources, prefix + key.key)) << ": "
            << key.meaning << "\n";
    }
}

void requireAddress(const char* key, const std::string& host) {
    if (host.empty()) return;
    try {
        Poco::Net::SocketAddress(host, static_cast<Poco::UInt16>(0));
    } catch (const Poco::Exception& error) {
        throw ConfigError(std::string(key) + ": nothing can listen at '" + host + "': " + error.displayText());
    }
}

}  // namespace

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
    LookingHost looking(config);
    PluginHost& host = looking.host();
    try {
        host.load();
    } catch (const PluginStartError&) {
        printConfig(config, host, std::cout);
        throw;
    }
    printConfig(config, host, std::cout);
    checkStart(config, looking);
    requireAddress("http.host", config.http.host);
    requireAddress("http.upload_host", config.http.uploadHost);
    if (config.admin.enabled) requireAddress("admin.host", config.admin.host);
    std::cout << file << " is good; " << host.statuses().size() << " plugins can be loaded\n";
    return 0;
}

}  // namespace inkwell::kernel
