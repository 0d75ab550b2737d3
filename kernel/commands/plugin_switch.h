#pragma once

#include <string>

namespace inkwell::kernel {

/// `inkwell plugins`: asks the server that runs on this data directory. If none runs, loads the plugins; only then is
/// the whole configuration read, with its references. Returns the exit code. Throws ConfigError.
int listPlugins(const std::string& configFile);

/// `inkwell plugins enable|disable ID`: switches in the running server, if there is one, and then writes the choice to
/// plugins.d/<id>.json, so that it survives a restart. If none runs, it refuses what would break the next start. A
/// refused switch writes nothing, but a plugin that cannot be enabled is kept off at the next start too, unless the
/// file says "enabled": true. Returns the exit code. Throws ApiError, std::runtime_error.
int switchPlugin(const std::string& configFile, const std::string& id, bool enabled);

}  // namespace inkwell::kernel
