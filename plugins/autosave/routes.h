#pragma once

#include "autosave_service.h"
#include "inkwell/registrar.h"

namespace inkwell::autosave {

/// Declares the routes of interface/drafts-and-revisions.md, "Autosave". Called by setup; the service must outlive
/// them.
void addRoutes(Registrar& registrar, AutosaveService& service);

}  // namespace inkwell::autosave
