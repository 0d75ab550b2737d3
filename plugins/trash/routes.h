#pragma once

#include "inkwell/registrar.h"
#include "trash_service.h"

namespace inkwell::trash {

/// Declares the routes of interface/trash.md. The service must outlive the routes.
void addRoutes(Registrar& registrar, Services& services, TrashService& trash);

}  // namespace inkwell::trash
