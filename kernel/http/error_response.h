#pragma once

#include <string>

#include "inkwell/http.h"

namespace inkwell::kernel {

/// The response for the current exception; call inside a catch block only. An ApiError reaches the client as it is; a
/// database that is down or busy is 503 with Retry-After; everything else is 500 without detail and is logged in full
/// for `plugin` (interface/errors-and-limits.md, "Errors"). Any thread.
Response errorResponse(const std::string& requestId, const std::string& plugin);

/// The response for when there is no valid request, or none can be taken: 400, 408, 414, 431 or 503. A head may have
/// `maxHeadBytes`. Any thread.
Response refusalResponse(int status, const std::string& requestId, int maxHeadBytes);

}  // namespace inkwell::kernel
