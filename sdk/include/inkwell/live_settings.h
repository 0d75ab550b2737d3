#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "inkwell/registrar.h"

namespace inkwell {

/// A plugin's own settings, in setup() and again at a reload of the configuration. One thread, as long as the call
/// lasts that it is passed to.
class INKWELL_API PluginSettings {
public:
    virtual ~PluginSettings() = default;

    /// As Registrar::config.
    template <SettingValue T>
    T config(const std::string& key, const T& fallback, const std::string& meaning) {
        return boost::json::value_to<T>(configValue(key, boost::json::value_from(fallback), meaning));
    }

protected:
    virtual Json configValue(const std::string& key, Json fallback, const std::string& meaning) = 0;
};

/// The settings as they are in setup(). Keeps the reference.
class INKWELL_API SetupSettings : public PluginSettings {
public:
    explicit SetupSettings(Registrar& registrar) : registrar_(registrar) {}

protected:
    Json configValue(const std::string& key, Json fallback, const std::string& meaning) override;

private:
    Registrar& registrar_;
};

/// The settings that a plugin takes while it runs. Contributed under the plugin's id. `read` asks for them again, with
/// the defaults and meanings of setup(), and returns what puts them into force, which must not throw: that would be too
/// late to refuse anything, and is reported. What `read` throws, or an empty function, refuses the whole reload.
/// Settings that it does not ask for need a restart. Any thread, one call at a time, also while the plugin is disabled.
class LiveSettings {
public:
    static constexpr const char* kContributionId = "inkwell.live-settings/1";
    using Read = std::function<std::function<void()>(PluginSettings&)>;

    explicit LiveSettings(Read read) : read_(std::move(read)) {}
    std::function<void()> operator()(PluginSettings& settings) const { return read_(settings); }

private:
    Read read_;
};

}  // namespace inkwell
