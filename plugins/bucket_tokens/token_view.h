#pragma once

#include "bucket_token.h"
#include "inkwell/json.h"

namespace inkwell::bucket_tokens {

/// A token as its bucket's admins are shown it (interface/bucket-tokens.md): without its secret.
JsonObject renderToken(const BucketToken& token);

}  // namespace inkwell::bucket_tokens
