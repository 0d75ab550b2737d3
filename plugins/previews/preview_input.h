#pragma once

#include <cstdint>

#include "inkwell/json.h"

namespace inkwell::previews {

/// The body of POST .../preview-tokens, which may be empty: for how many seconds the token is good. Throws ApiError
/// 400 with every problem of the body.
std::int64_t parseLifetime(const JsonObject& body);

}  // namespace inkwell::previews
