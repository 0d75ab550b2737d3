#pragma once

#include "inkwell/registrar.h"

namespace inkwell::dashboard {

/// The pages and files below /dashboard; called once, by setup.
void addRoutes(Registrar& registrar, Services& services);

}  // namespace inkwell::dashboard
