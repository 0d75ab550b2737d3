#pragma once

#include "inkwell/registrar.h"
#include "settings.h"

namespace inkwell::mcp {

/// Called by setup(); keeps `services`.
void addRoutes(Registrar& registrar, Services& services, const Settings& settings);

}  // namespace inkwell::mcp
