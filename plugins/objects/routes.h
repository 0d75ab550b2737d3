#pragma once

#include "inkwell/registrar.h"
#include "object_service.h"
#include "type_service.h"

namespace inkwell::objects {

/// The specification's "Object types" and "Objects". The services must outlive the registrar's routes.
void addTypeRoutes(Registrar& registrar, TypeService& types);
void addObjectRoutes(Registrar& registrar, Services& services, ObjectService& objects);

}  // namespace inkwell::objects
