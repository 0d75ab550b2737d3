#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/app/config.h"

namespace inkwell::kernel {

/// Lower-case letters, digits and '_', beginning with a letter.
bool isPluginId(std::string_view text);

/// The JSON object in `file`; nothing when it cannot be read or is none, which then is a line in `wrong`.
std::optional<JsonObject> readSettingsFile(const std::string& file, std::vector<std::string>& wrong);

/// One plugin's settings file with its references resolved (references.h); `sources`, if given, gets those of
/// "<id>.<key>". A reference that gives a whole number, true or false is one, as of a variable.
std::optional<JsonObject> readPluginFile(const std::string& file, const std::string& id,
                                         const std::map<std::string, std::string>& environment,
                                         std::map<std::string, ValueSource>& sources, std::set<std::string>& used,
                                         std::vector<std::string>& wrong);

/// The files <id>.json of plugins.configDirectory, which may be missing, into config.pluginSettings.
void readPluginSettings(const std::map<std::string, std::string>& environment, Config& config,
                        std::set<std::string>& used, std::vector<std::string>& wrong);

/// The ids that variables may name: of the plugin files, and of those that have settings.
std::set<std::string> knownPlugins(const Config& config);

/// Puts INKWELL_PLUGINS_<ID>_<KEY> into config.pluginSettings. Each variable that names no plugin is a line in `wrong`,
/// without its value, which may be a secret.
void applyPluginVariables(const std::map<std::string, std::string>& variables, const std::set<std::string>& plugins,
                          Config& config, std::vector<std::string>& wrong);

/// A variable's text as a setting: true and false are booleans, digits an integer, [...] a JSON array, "..." the JSON
/// text inside, anything else a text as it stands. Throws ApiError for a broken array or quoted text.
Json parseSettingText(std::string_view text);

}  // namespace inkwell::kernel
