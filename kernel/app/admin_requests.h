#pragma once

#include "inkwell/json.h"
#include "kernel/app/server.h"

namespace inkwell::kernel {

/// Carries out in the running server what `inkwell plugins`, with and without `enable` or `disable`, and a start beside
/// it ask of it. Returns the result. Throws ApiError. Any thread.
JsonObject answerAdminRequest(Server& server, const JsonObject& request);

}  // namespace inkwell::kernel
