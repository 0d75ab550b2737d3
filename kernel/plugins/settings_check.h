#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernel/plugins/declarations.h"

namespace inkwell::kernel {

// What plugins.d/<id>.json may hold, when the plugin asks and when the file is read again. Any thread.

/// What `settings` say of the key, else its default; nothing when they say something of another type.
std::optional<Json> findSetting(const PluginConfigKey& key, const JsonObject& settings);

/// What is wrong with the settings of a plugin that asked for `keys`: unknown keys, values of another type. A sentence
/// each, which names `file` and never a value: that may be a password.
std::vector<std::string> findSettingProblems(const std::vector<PluginConfigKey>& keys, const JsonObject& settings,
                                             const std::string& file);

}  // namespace inkwell::kernel
