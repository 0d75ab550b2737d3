#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

#include "inkwell/export.h"
#include "inkwell/json.h"

namespace inkwell {

/// What a setting of a plugin can be.
template <class T>
concept SettingValue = std::same_as<T, bool> || std::same_as<T, std::int64_t> || std::same_as<T, std::string> ||
    std::same_as<T, std::vector<std::string>>;

/// A plugin's own settings: the Registrar in setup(), and again LiveSettings at a reload of the configuration. One
/// thread, as long as the call lasts that it is passed to.
class INKWELL_API PluginSettings {
public:
    virtual ~PluginSettings() = default;

    /// From config/plugins.d/<id>.json or INKWELL_PLUGINS_<ID>_<KEY>. A value of another type, or a key in the file
    /// that the plugin does not declare in setup(), makes the start fail and refuses the reload.
    template <SettingValue T>
    T config(const std::string& key, const T& fallback, const std::string& meaning) {
        return boost::json::value_to<T>(configValue(key, boost::json::value_from(fallback), meaning));
    }

protected:
    virtual Json configValue(const std::string& key, Json fallback, const std::string& meaning) = 0;
};

}  // namespace inkwell
