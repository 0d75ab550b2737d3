#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "inkwell/json.h"
#include "kernel/app/config.h"
#include "kernel/app/server.h"

namespace inkwell::kernel {

/// "running", "disabled", "failed"
std::string_view stateName(PluginState state);
/// [{"id", "version", "state", "reason", "summary"}]
JsonArray describePlugins(const std::vector<PluginStatus>& statuses);

/// `inkwell plugins`: asks the running server of this data directory, or loads the plugins when none runs. Exit code.
int listPlugins(const Config& config);

/// `inkwell plugins enable|disable ID`: switches in the running server, if there is one, and then keeps the choice as
/// "enabled" in plugins.d/<id>.json, so that it survives a restart. Nothing is kept when the server refuses. Exit code.
int switchPlugin(const Config& config, const std::string& id, bool enabled);

/// What the running server answers to those commands. Throws ApiError.
JsonObject answerAdminRequest(Server& server, const JsonObject& request);

}  // namespace inkwell::kernel
