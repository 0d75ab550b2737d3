#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "inkwell/export.h"

namespace inkwell {

/// The plugins of this server. From the kernel itself: a plugin lists it under `uses`, and finds it while a server
/// runs. Any thread.
class INKWELL_API ServerPlugins {
public:
    static constexpr const char* kServiceId = "inkwell.server-plugins/1";
    virtual ~ServerPlugins() = default;

    struct Entry {
        std::string id, version, summary;
        std::string state;   // "starting", "running", "disabled", "failed"
        std::string reason;  // why it failed; "" otherwise
    };
    /// In the order of their ids.
    virtual std::vector<Entry> list() = 0;

    /// What plugins.d/<id>.json may hold beside `enabled`. Values are JSON texts for people to read, and `***` for what
    /// is secret by its name or its source.
    struct Setting {
        std::string key, meaning, value, fallback;
        std::string source;  // the file or the variable it came from; "default" for none
    };
    /// Of one plugin, in its own order; of one that is off too, and nothing where its setup failed. ApiError 404 for an
    /// unknown id.
    virtual std::vector<Setting> settingsOf(const std::string& id) = 0;
    /// The id of the enabled plugin that contributes `name` among contributions of that id; "" when none does.
    virtual std::string contributorOf(std::string_view contributionId, std::string_view name) = 0;

    /// Switches a plugin and keeps the choice for later starts, as `inkwell plugins enable|disable` does, and returns
    /// it as it is then. A plugin that is switched off ends when the last request that uses it has: the caller's own
    /// may be one. ApiError 404 for an unknown id, 409 with the reason of a refusal.
    virtual Entry switchPlugin(const std::string& id, bool enabled) = 0;
};

}  // namespace inkwell
