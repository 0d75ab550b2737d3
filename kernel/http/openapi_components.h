#pragma once

#include "inkwell/json.h"

namespace inkwell::kernel {

/// The components of GET /v2/openapi.json that no plugin brings: what sdk/include/inkwell/registrar.h promises plugins
/// they may name (Registrar::openApi), the errors, and the keys. Any thread.
JsonObject kernelComponents();

/// "Error404": the name under `responses` of an error with this status; "Error" when it has no text of its own.
std::string errorComponent(int status);

/// Where the components of a plugin are no components: "" or a sentence's end ("'schemas' must be ...").
std::string findComponentsProblem(const JsonObject& components);

}  // namespace inkwell::kernel
