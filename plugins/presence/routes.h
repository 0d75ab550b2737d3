#pragma once

#include "inkwell/registrar.h"
#include "presence_service.h"

namespace inkwell::presence {

/// Declares the routes of interface/changes-and-audit.md, "Who is here". Called by setup; the service must outlive
/// them.
void addRoutes(Registrar& registrar, PresenceService& service);

}  // namespace inkwell::presence
