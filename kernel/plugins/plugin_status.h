#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "inkwell/json.h"

namespace inkwell::kernel {

enum class PluginState { Starting, Running, Disabled, Failed };

struct PluginStatus {
    std::string id, version, summary, file;
    PluginState state;
    std::string reason;  // why it is Failed, or what it waits for
};

/// "starting", "running", "disabled", "failed"
std::string_view stateName(PluginState state);
/// [{"id", "version", "state", "reason", "summary"}]
JsonArray describePlugins(const std::vector<PluginStatus>& statuses);

}  // namespace inkwell::kernel
