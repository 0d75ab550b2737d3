#pragma once

#include "history_service.h"
#include "inkwell/registrar.h"
#include "revision_service.h"

namespace inkwell::revisions {

/// Declares the routes of interface/drafts-and-revisions.md, "Revisions". The service must outlive the routes.
void addRoutes(Registrar& registrar, Services& services, RevisionService& service);

/// Those of "Comparing" and "Restoring".
void addHistoryRoutes(Registrar& registrar, HistoryService& history);

}  // namespace inkwell::revisions
