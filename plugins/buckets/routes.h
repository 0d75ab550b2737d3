#pragma once

#include "bucket_service.h"
#include "inkwell/registrar.h"

namespace inkwell::buckets {

/// Declares the routes of interface/resources.md, "Buckets". Called by setup; the service must outlive the routes.
void addRoutes(Registrar& registrar, BucketService& service);

}  // namespace inkwell::buckets
