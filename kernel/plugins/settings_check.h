#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernel/plugins/declarations.h"

namespace inkwell::kernel {

// What the settings of a plugin may be: checked during setup() and when the file is read again. Any thread.

/// Where the setting of a plugin with this key stands: the name of a file or a variable.
struct SettingPlace {
    std::string name;
    bool isText = false;  // a variable, or what a reference led to: 12345 may be meant as a string there
};
using PlaceOfSetting = std::function<SettingPlace(const std::string& key)>;
/// As `sources` say; `file` for one that they do not have.
PlaceOfSetting placeIn(const std::map<std::string, ValueSource>& sources, std::string plugin, std::string file);

/// The key's value in `settings`, else its default; nothing when the value has another type.
std::optional<Json> findSetting(const PluginConfigKey& key, const JsonObject& settings);

/// What the values of a setting with this default must be, in words: "a whole number".
std::string_view kindOf(const Json& fallback);

/// The problems in the settings of a plugin that asked for `keys`: unknown keys, values of another type. One sentence
/// each, which names the place of the setting but never a value: that may be a password.
std::vector<std::string> findSettingProblems(const std::vector<PluginConfigKey>& keys, const JsonObject& settings,
                                             const PlaceOfSetting& placeOf);

/// Of a plugin whose setup() failed after it had asked for `keys`: the settings that it had not asked for, which need
/// not be unknown. One sentence each.
std::vector<std::string> findUnaskedSettings(const std::vector<PluginConfigKey>& keys, const JsonObject& settings,
                                             const PlaceOfSetting& placeOf);

}  // namespace inkwell::kernel
