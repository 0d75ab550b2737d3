#pragma once

#include <string>

#include "kernel/config/config.h"

namespace inkwell::kernel {

/// Whether a start with this configuration goes on to succeed when the plugin is switched, as far as that can be known
/// without a database. Throws ApiError: 404 when there is no such plugin, 409 with what would fail then and does not
/// now. Any thread; it loads and sets up the plugins once more, beside those that run.
void checkSwitch(Config config, const std::string& id, bool enabled);

}  // namespace inkwell::kernel
