#pragma once

#include <memory>
#include <string>
#include <vector>

#include "inkwell/bucket_directory.h"
#include "inkwell/http.h"
#include "inkwell/services.h"

namespace inkwell::mcp {

/// Who has sent a request: the buckets that the token in its header Authorization opens, in no particular order.
/// Throws ApiError: 401 without a valid token of a person or of a bucket, 503 while nobody knows tokens of that kind.
/// Any thread.
std::vector<std::shared_ptr<const Bucket>> bucketsOf(const Request& request, Services& services);

}  // namespace inkwell::mcp
