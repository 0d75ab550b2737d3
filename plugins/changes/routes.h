#pragma once

#include <chrono>

#include "hub.h"
#include "inkwell/registrar.h"

namespace inkwell::changes {

/// Declares the audit and the stream. All references are kept.
void addRoutes(Registrar& registrar, Services& services, Hub& hub, std::chrono::seconds heartbeat);

}  // namespace inkwell::changes
