#include "sending/signature.h"

#include <optional>
#include <stdexcept>

#include "inkwell/crypto.h"

namespace inkwell::webhooks {

namespace {

constexpr std::string_view kSecretPrefix = "whsec_";
constexpr std::size_t kSecretBytes = 32;

std::string keyOf(std::string_view secret) {
    const bool known = secret.starts_with(kSecretPrefix);
    if (known) secret.remove_prefix(kSecretPrefix.size());
    const std::optional<std::string> key = known && !secret.empty() ? fromBase64(secret) : std::nullopt;
    if (!key) throw std::invalid_argument("a webhook's secret must be 'whsec_' and base64");
    return *key;
}

}  // namespace

std::string newSecret() { return std::string(kSecretPrefix) + toBase64(randomBytes(kSecretBytes)); }

std::string signatureHeader(const std::string& id, std::int64_t timestampSeconds, std::string_view body,
                            std::span<const std::string> secrets) {
    std::string content = id + "." + std::to_string(timestampSeconds) + ".";
    content += body;
    std::string header;
    for (const std::string& secret : secrets) {
        if (!header.empty()) header += ' ';
        header += "v1," + toBase64(hmacSha256(keyOf(secret), content));
    }
    return header;
}

}  // namespace inkwell::webhooks
