#pragma once

#include "inkwell/registrar.h"
#include "read/value_service.h"

namespace inkwell::objects {

/// Declares the route of interface/reads-and-queries.md, "Values of a metafield". The service must outlive the route.
void addValueRoutes(Registrar& registrar, ValueService& service);

}  // namespace inkwell::objects
