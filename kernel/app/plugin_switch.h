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

/// `inkwell plugins`: asks the running server of this data directory, or loads the plugins when none runs; the whole
/// configuration, with its references, is read in that case only. Exit code. Throws ConfigError.
int listPlugins(const std::string& configFile);

/// `inkwell plugins enable|disable ID`: switches in the running server, if there is one, and then keeps the choice as
/// "enabled" in plugins.d/<id>.json, so that it survives a restart. Nothing is kept when the server refuses, or, where
/// none runs, when a start would fail with it that would not without. Throws ApiError, std::runtime_error. Exit code.
int switchPlugin(const std::string& configFile, const std::string& id, bool enabled);

/// What the running server answers to those commands. Throws ApiError.
JsonObject answerAdminRequest(Server& server, const JsonObject& request);

}  // namespace inkwell::kernel
