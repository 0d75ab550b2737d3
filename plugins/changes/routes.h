#pragma once

#include <chrono>

#include "hub.h"
#include "inkwell/registrar.h"

namespace inkwell::changes {

/// Declares the routes of the audit and the stream. Called by setup; all references must outlive the routes.
void addRoutes(Registrar& registrar, Services& services, Hub& hub, std::chrono::seconds heartbeat);

}  // namespace inkwell::changes
