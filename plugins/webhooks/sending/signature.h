#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace inkwell::webhooks {

/// "whsec_" and 32 random bytes in base64 (Standard Webhooks). Any thread.
std::string newSecret();

/// The value of `webhook-signature` (Standard Webhooks): for each secret "v1," and the base64 of the HMAC-SHA256 of
/// "id.timestamp.body", separated by spaces. Throws std::invalid_argument for a secret that newSecret cannot have made.
/// Any thread.
std::string signatureHeader(const std::string& id, std::int64_t timestampSeconds, std::string_view body,
                            std::span<const std::string> secrets);

}  // namespace inkwell::webhooks
