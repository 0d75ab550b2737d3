#pragma once

#include <istream>
#include <memory>

#include "s3_exchange.h"

namespace inkwell::media_store_s3 {

/// The body of a response, at most `length` bytes. Sets badbit when the response breaks off.
std::unique_ptr<std::istream> streamOf(std::unique_ptr<S3Exchange> exchange, std::int64_t length);

}  // namespace inkwell::media_store_s3
