#pragma once

#include "inkwell/registrar.h"
#include "revision_service.h"

namespace inkwell::revisions {

/// The routes of the specification, "Object revisions". The service outlives them.
void addRoutes(Registrar& registrar, Services& services, RevisionService& service);

}  // namespace inkwell::revisions
