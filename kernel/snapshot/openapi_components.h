#pragma once

#include <string>
#include <vector>

#include "inkwell/json.h"
#include "kernel/snapshot/snapshot.h"

namespace inkwell::kernel {

/// The kernel's own components of GET /v2/openapi.json: those that sdk/include/inkwell/registrar.h promises to plugins
/// (Registrar::openApi), the errors, and the keys. Any thread.
JsonObject kernelComponents();

/// The kernel's own components and those that `plugins` declared.
JsonObject declaredComponents(const std::vector<PluginComponents>& plugins);

/// Adds what is not there yet of `given`, an OpenAPI components object, to `all`.
void addComponents(const JsonObject& given, JsonObject& all);

/// "Error404": the name under `responses` of an error with this status; "Error" when it has no text of its own.
std::string errorComponent(int status);

/// What makes a plugin's components invalid: "" or the end of a sentence ("'schemas' must be ...").
std::string findComponentsProblem(const JsonObject& components);

}  // namespace inkwell::kernel
