#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace inkwell::kernel {

/// Texts that only who knows `secret` can read, as base64: XSalsa20 and Poly1305 of libsodium's secretbox, with a
/// random nonce in front. `secret` is any text. Throws std::runtime_error if the system has no random source. Any
/// thread.
std::string sealText(std::string_view secret, std::string_view text);
/// Nothing when `sealed` was sealed with another secret or is damaged.
std::optional<std::string> openText(std::string_view secret, std::string_view sealed);

}  // namespace inkwell::kernel
