#pragma once

#include "inkwell/registrar.h"
#include "revision_service.h"

namespace inkwell::revisions {

/// Declares the routes of interface/drafts-and-revisions.md, "Revisions". The service must outlive the routes.
void addRoutes(Registrar& registrar, Services& services, RevisionService& service);

}  // namespace inkwell::revisions
