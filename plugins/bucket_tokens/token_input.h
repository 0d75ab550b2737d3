#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "inkwell/access.h"
#include "inkwell/error.h"
#include "inkwell/json.h"

namespace inkwell::bucket_tokens {

/// Body of POST and PATCH; absent members stay unchanged.
struct TokenEdit {
    std::optional<std::string> title;
    std::optional<TokenRights> rights;  // whole, without an id
    std::optional<std::optional<std::int64_t>> expiresAtMs;
    Problems problems = {};  // of the body; the service adds those of the object types
};

/// Called by the routes. Throw nothing: the service reports all problems at once (interface/bucket-tokens.md,
/// "Permissions"). A new token needs a title and permissions.
TokenEdit parseNewToken(const JsonObject& body, std::int64_t nowMs);
TokenEdit parseTokenEdit(const JsonObject& body, std::int64_t nowMs);

/// "none", "published", "any".
std::string_view nameOf(TokenRights::Read read);
/// None for any other name.
TokenRights::Read readNamed(std::string_view name);

}  // namespace inkwell::bucket_tokens
