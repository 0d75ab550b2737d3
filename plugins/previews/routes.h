#pragma once

#include "inkwell/registrar.h"
#include "preview_service.h"

namespace inkwell::previews {

/// Declares the routes of interface/drafts-and-revisions.md, "Previews". The service must outlive the routes.
void addRoutes(Registrar& registrar, PreviewService& service);

}  // namespace inkwell::previews
