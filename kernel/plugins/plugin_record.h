#pragma once

#include <memory>
#include <string>
#include <vector>

#include "inkwell/plugin.h"
#include "kernel/plugins/declarations.h"
#include "kernel/plugins/host.h"
#include "kernel/plugins/loader.h"
#include "kernel/plugins/plugin_services.h"

namespace inkwell::kernel {

/// All that the host knows of one plugin file. Owned by the host; not locked by itself.
struct PluginRecord {
    LoadedPlugin loaded;
    PluginState state = PluginState::Running;  // before start(): will run
    std::vector<std::string> defects;          // of file, code or settings: stay until the server restarts
    std::vector<std::string> reasons;          // temporary: a missing need, a conflict, a failed start
    bool started = false;
    bool reported = false;                            // the failure was logged
    std::vector<std::weak_ptr<const Snapshot>> left;  // still in use when it was stopped

    // The order matters: what was declared may point into the plugin, and the plugin may keep its services.
    std::unique_ptr<PluginServices> services;
    std::unique_ptr<Plugin, void (*)(Plugin*)> plugin{nullptr, nullptr};  // null when setup() failed
    Declarations declared;

    const std::string& id() const { return loaded.id; }
    bool isOn() const { return state == PluginState::Running || state == PluginState::Starting; }
    bool listsNeed(std::string_view serviceId) const;
    bool listsProvided(std::string_view serviceId) const;
    /// defects and reasons as one text, "" for none.
    std::string reasonText() const;

    // Both leave a disabled plugin disabled: it does not have to work.
    void addDefect(std::string text);
    void fail(std::string text);
};

using PluginRecords = std::vector<std::unique_ptr<PluginRecord>>;  // in the order of ids

/// "'a', 'b'"
std::string quotedList(const std::vector<std::string>& ids);

}  // namespace inkwell::kernel
