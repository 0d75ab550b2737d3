#pragma once

#include <iosfwd>
#include <string>

#include "kernel/app/looking_host.h"
#include "kernel/config/config.h"
#include "kernel/plugins/host.h"

namespace inkwell::kernel {

/// Prints the effective configuration: one line per key with its value and source, for plugins' settings also the
/// meaning. Call after `host` has loaded the plugins, or tried to.
void printConfig(Config& config, const PluginHost& host, std::ostream& out);

/// That the certificate can be used, and the folders of data and log. Throws ConfigError, and what checkCertificate
/// does.
void checkFiles(const Config& config);

/// That a start with this configuration would get as far as to the database: every plugin, the certificate, the log's
/// file, the folders. The host of `looking` has loaded the plugins. Throws PluginStartError, ConfigError,
/// DatabaseError, with what the start would say.
void checkStart(const Config& config, LookingHost& looking);

/// `inkwell check-config`: prints the configuration and then checks what `serve` needs, as far as it can be known
/// without opening the database: every plugin, the certificate, the log's file, the data directory. Returns the exit
/// code; throws PluginStartError, ConfigError.
int checkConfig(Config config, const std::string& file);

}  // namespace inkwell::kernel
