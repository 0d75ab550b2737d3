#pragma once

#include <iosfwd>
#include <string>

#include "kernel/config/config.h"
#include "kernel/plugins/host.h"

namespace inkwell::kernel {

/// Prints the effective configuration: one line per key with its value and source, for plugins' settings also the
/// meaning. Call after `host` has loaded the plugins, or tried to.
void printConfig(Config& config, const PluginHost& host, std::ostream& out);

/// `inkwell check-config`: prints the configuration and then checks what `serve` needs, as far as it can be known
/// without opening the database: every plugin, the certificate, the log's file, the data directory. Returns the exit
/// code; throws PluginStartError, ConfigError.
int checkConfig(Config config, const std::string& file);

}  // namespace inkwell::kernel
