#pragma once

#include "inkwell/registrar.h"
#include "view_service.h"

namespace inkwell::views {

/// Declares the routes of interface/views.md. The service must outlive the routes.
void addRoutes(Registrar& registrar, ViewService& service);

}  // namespace inkwell::views
