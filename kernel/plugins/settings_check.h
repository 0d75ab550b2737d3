#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernel/plugins/declarations.h"

namespace inkwell::kernel {

// What plugins.d/<id>.json may hold: checked during setup() and when the file is read again. Any thread.

/// The key's value in `settings`, else its default; nothing when the value has another type.
std::optional<Json> findSetting(const PluginConfigKey& key, const JsonObject& settings);

/// What the values of a setting with this default must be, in words: "a whole number".
std::string_view kindOf(const Json& fallback);

/// The problems in the settings of a plugin that asked for `keys`: unknown keys, values of another type. One sentence
/// each, which names `file` but never a value: that may be a password.
std::vector<std::string> findSettingProblems(const std::vector<PluginConfigKey>& keys, const JsonObject& settings,
                                             const std::string& file);

}  // namespace inkwell::kernel
