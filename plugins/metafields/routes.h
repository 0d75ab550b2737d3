#pragma once

#include "inkwell/registrar.h"
#include "metafield_service.h"

namespace inkwell::metafields {

/// The routes of the specification, "Metafields of an object". The service outlives them.
void addRoutes(Registrar& registrar, MetafieldService& service);

}  // namespace inkwell::metafields
