#pragma once

#include "inkwell/registrar.h"
#include "settings.h"

namespace inkwell::mcp {

/// Throws std::runtime_error naming the setting for what a browser would never send as its origin.
void requireOrigin(const std::string& origin);

/// Called by setup(); keeps `services`.
void addRoutes(Registrar& registrar, Services& services, const Settings& settings);

}  // namespace inkwell::mcp
