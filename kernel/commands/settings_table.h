#pragma once

#include <iosfwd>

#include "kernel/config/config.h"

namespace inkwell::kernel {

/// `inkwell settings`: prints share/doc/settings.md, the table of all settings, of inkwell.json and of every plugin
/// that is there, with their defaults. Returns the exit code.
int printSettingsTable(const Config& config, std::ostream& out);

}  // namespace inkwell::kernel
