#include "signature.h"

#include <sodium.h>

#include <stdexcept>

namespace inkwell::webhooks {

namespace {

constexpr std::string_view kSecretPrefix = "whsec_";
constexpr std::size_t kSecretBytes = 32;
constexpr std::size_t kMaxSecretBytes = 64;

void needSodium() {
    static const bool ready = sodium_init() >= 0;
    if (!ready) throw std::runtime_error("the system's random source is not available");
}

const unsigned char* bytesOf(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

std::string base64(std::string_view bytes) {
    std::string text(sodium_base64_ENCODED_LEN(bytes.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
    sodium_bin2base64(text.data(), text.size(), bytesOf(bytes), bytes.size(), sodium_base64_VARIANT_ORIGINAL);
    text.pop_back();
    return text;
}

std::string keyOf(std::string_view secret) {
    std::string key(kMaxSecretBytes, '\0');
    std::size_t length = 0;
    const bool known = secret.starts_with(kSecretPrefix);
    if (known) secret.remove_prefix(kSecretPrefix.size());
    if (!known || secret.empty() ||
        sodium_base642bin(reinterpret_cast<unsigned char*>(key.data()), key.size(), secret.data(), secret.size(),
                          nullptr, &length, nullptr, sodium_base64_VARIANT_ORIGINAL) != 0) {
        throw std::invalid_argument("a webhook's secret must be 'whsec_' and base64");
    }
    key.resize(length);
    return key;
}

std::string hmacSha256(std::string_view key, std::string_view text) {
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, bytesOf(key), key.size());
    crypto_auth_hmacsha256_update(&state, bytesOf(text), text.size());
    std::string mac(crypto_auth_hmacsha256_BYTES, '\0');
    crypto_auth_hmacsha256_final(&state, reinterpret_cast<unsigned char*>(mac.data()));
    return mac;
}

}  // namespace

std::string newSecret() {
    needSodium();
    std::string bytes(kSecretBytes, '\0');
    randombytes_buf(bytes.data(), bytes.size());
    return std::string(kSecretPrefix) + base64(bytes);
}

std::string signatureHeader(const std::string& id, std::int64_t timestampSeconds, std::string_view body,
                            std::span<const std::string> secrets) {
    needSodium();
    std::string content = id + "." + std::to_string(timestampSeconds) + ".";
    content += body;
    std::string header;
    for (const std::string& secret : secrets) {
        if (!header.empty()) header += ' ';
        header += "v1," + base64(hmacSha256(keyOf(secret), content));
    }
    return header;
}

}  // namespace inkwell::webhooks
