#pragma once

#include "kernel/app/looking_host.h"
#include "kernel/config/config.h"

namespace inkwell::kernel {

/// That the certificate can be used, and the folders of data and log. Throws ConfigError, and what checkCertificate
/// does.
void checkFiles(const Config& config);

/// That a start with this configuration would get as far as to the database: every plugin, the certificate, the log's
/// file, the folders. The host of `looking` has loaded the plugins. Throws PluginStartError, ConfigError,
/// DatabaseError, with what the start would say.
void checkStart(const Config& config, LookingHost& looking);

}  // namespace inkwell::kernel
