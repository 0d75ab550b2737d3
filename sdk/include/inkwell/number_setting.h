#pragma once

#include <cstdint>
#include <string>

#include "inkwell/export.h"
#include "inkwell/plugin_settings.h"

namespace inkwell {

/// A whole number among the settings of a plugin.
struct NumberSetting {
    std::string key;
    std::int64_t fallback = 0;
    std::int64_t least = 0;
    std::int64_t most = 0;  // INT64_MAX: no bound
    std::string meaning;
};

/// As PluginSettings::config, with bounds: throws std::runtime_error, naming the setting, for a number outside of them.
INKWELL_API std::int64_t readNumber(PluginSettings& settings, const NumberSetting& setting);

}  // namespace inkwell
