#pragma once

#include "inkwell/registrar.h"
#include "merge_request_service.h"

namespace inkwell::merge_requests {

/// Declares the routes of interface/merge-requests.md, "Routes". Called by setup; both must outlive the routes.
void addRoutes(Registrar& registrar, Services& services, MergeRequestService& requests);

}  // namespace inkwell::merge_requests
