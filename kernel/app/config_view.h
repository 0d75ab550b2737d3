#pragma once

#include <iosfwd>
#include <map>
#include <string>
#include <string_view>

#include "kernel/app/config.h"
#include "kernel/plugins/host.h"

namespace inkwell::kernel {

/// A value for the operator's eyes: as JSON, but "***" for a text whose key names a password, secret, key, token or
/// credential, or that came through a reference; of an address without user and password. Any thread.
std::string shownValue(std::string_view key, const Json& value, const ValueSource& source);

/// `text` with "***" for every setting of the plugin that shownValue hides, short ones excepted: a plugin that refuses
/// a setting may repeat it. Called by PluginHost.
std::string hideSettings(std::string text, const std::string& plugin, const JsonObject& settings,
                         const std::map<std::string, ValueSource>& sources);

/// The effective configuration, a line for each key with its value and source, and of plugins' settings with their
/// meaning. `host` has loaded the plugins, or tried to.
void printConfig(Config& config, const PluginHost& host, std::ostream& out);

/// `inkwell check-config`: prints the configuration and then checks every plugin, the certificate and where the log and
/// the data go. Exit code; throws PluginStartError, ConfigError.
int checkConfig(Config config, const std::string& file);

}  // namespace inkwell::kernel
