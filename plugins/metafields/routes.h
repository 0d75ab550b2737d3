#pragma once

#include "inkwell/registrar.h"
#include "metafield_service.h"

namespace inkwell::metafields {

/// Declares the routes of interface/metafields.md, "Routes". Called by setup; the service must outlive the routes.
void addRoutes(Registrar& registrar, MetafieldService& service);

}  // namespace inkwell::metafields
