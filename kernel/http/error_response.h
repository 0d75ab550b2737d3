#pragma once

#include <string>

#include "inkwell/http.h"

namespace inkwell::kernel {

/// The answer for the exception that is being handled; call inside a catch block only. An ApiError is told to the
/// client as it is; a database that is away or busy is 503 with Retry-After; everything else is 500 without detail and
/// goes in full to the log of `plugin` (where-silent.md, "Answers and errors"). Any thread.
Response errorResponse(const std::string& requestId, const std::string& plugin);

/// The answer to what never became a request, or cannot be taken now: 400, 408, 414, 431 or 503. Any thread.
Response refusalResponse(int status, const std::string& requestId);

}  // namespace inkwell::kernel
