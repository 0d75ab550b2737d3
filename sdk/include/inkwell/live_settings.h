#pragma once

#include <functional>
#include <utility>

#include "inkwell/plugin_settings.h"

namespace inkwell {

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
