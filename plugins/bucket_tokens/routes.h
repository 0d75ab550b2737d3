#pragma once

#include "inkwell/registrar.h"
#include "token_service.h"

namespace inkwell::bucket_tokens {

/// Declares the routes of interface/bucket-tokens.md. The service must outlive the routes.
void addRoutes(Registrar& registrar, TokenService& service);

}  // namespace inkwell::bucket_tokens
