#pragma once

#include "inkwell/registrar.h"
#include "metafield_service.h"

namespace inkwell::metafields {

/// Declares the routes of interface/metafields.md, "Routes". Called by setup; the service must outlive the routes.
void addRoutes(Registrar& registrar, MetafieldService& service);

/// Declares the route of interface/metafields.md, "Which types there are". Called by setup.
void addTypeRoutes(Registrar& registrar);

}  // namespace inkwell::metafields
