#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/app/config.h"

namespace inkwell::kernel {

/// The JSON object in `file`; nothing when it cannot be read or is none, which then is a line in `wrong`.
std::optional<JsonObject> readSettingsFile(const std::string& file, std::vector<std::string>& wrong);

/// The files <id>.json of `directory`, which may be missing, by id.
std::map<std::string, JsonObject> readPluginSettings(const std::string& directory, std::vector<std::string>& wrong);

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
