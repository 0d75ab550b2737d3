#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/config/config.h"

namespace inkwell::kernel {

/// Lower-case letters, digits and '_', beginning with a letter.
bool isPluginId(std::string_view text);
/// Names of the server's own, in the log and among migrations.
bool isReservedId(std::string_view id);

/// What the error number of a file that cannot be opened means, and what to do.
std::string whyUnreadable(int error);

/// The JSON object in `file`; nothing, and a line in `wrong`, if it cannot be read or is not an object.
std::optional<JsonObject> readSettingsFile(const std::string& file, std::vector<std::string>& wrong);

/// One plugin's settings file with its references resolved (references.h); `sources` gets an entry "<id>.<key>" for
/// each. A reference whose text is a whole number, true or false becomes one, as with variables.
std::optional<JsonObject> readPluginFile(const std::string& file, const std::string& id,
                                         const std::map<std::string, std::string>& environment,
                                         std::map<std::string, ValueSource>& sources, std::set<std::string>& used,
                                         std::vector<std::string>& wrong);

/// Reads the files <id>.json of plugins.configDirectory, which may be missing, into config.pluginSettings.
void readPluginSettings(const std::map<std::string, std::string>& environment, Config& config,
                        std::set<std::string>& used, std::vector<std::string>& wrong);

/// What one plugin's settings are in `config`, which keeps them; empty for one that has none.
const JsonObject& settingsOf(const Config& config, const std::string& id);
/// Whether the plugin is to run: unless its settings say "enabled": false.
bool wantsPlugin(const Config& config, const std::string& id);

/// The plugin ids that variables may name: those with a library file, and those with settings.
std::set<std::string> knownPlugins(const Config& config);

/// Puts INKWELL_PLUGINS_<ID>_<KEY> into config.pluginSettings. Each variable that names no plugin is a line in `wrong`,
/// without its value, which may be a secret.
void applyPluginVariables(const std::map<std::string, std::string>& variables, const std::set<std::string>& plugins,
                          Config& config, std::vector<std::string>& wrong);

/// A variable's text as a setting: true and false are booleans, digits an integer, [...] a JSON array, "..." a JSON
/// string, anything else a string as it is. Throws ApiError for a malformed array or quoted string.
Json parseSettingText(std::string_view text);

}  // namespace inkwell::kernel
