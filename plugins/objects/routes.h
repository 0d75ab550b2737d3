#pragma once

#include "edit/object_service.h"
#include "inkwell/registrar.h"
#include "types/type_service.h"

namespace inkwell::objects {

/// Declare the routes of interface/resources.md, "Object types" and "Objects". The services must outlive the routes.
void addTypeRoutes(Registrar& registrar, TypeService& types);
void addObjectRoutes(Registrar& registrar, Services& services, ObjectService& objects, const ObjectCatalog& catalog);

}  // namespace inkwell::objects
