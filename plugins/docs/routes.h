#pragma once

#include "inkwell/registrar.h"
#include "inkwell/services.h"

namespace inkwell::docs {

void addRoutes(Registrar& registrar, Services& services);

}  // namespace inkwell::docs
