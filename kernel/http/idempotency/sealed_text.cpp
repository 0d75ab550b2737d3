#include "kernel/http/idempotency/sealed_text.h"

#include <sodium.h>

#include "inkwell/crypto.h"

namespace inkwell::kernel {

namespace {

const unsigned char* bytesOf(std::string_view text) noexcept {
    return reinterpret_cast<const unsigned char*>(text.data());
}

unsigned char* bytesOf(std::string& text) noexcept { return reinterpret_cast<unsigned char*>(text.data()); }

}  // namespace

std::string sealText(std::string_view secret, std::string_view text) {
    static_assert(crypto_secretbox_KEYBYTES == 32, "the bytes of Digest");
    const std::string key = Digest::of(secret);
    std::string bytes = randomBytes(crypto_secretbox_NONCEBYTES);
    const std::string nonce = bytes;
    bytes.resize(nonce.size() + crypto_secretbox_MACBYTES + text.size());
    crypto_secretbox_easy(bytesOf(bytes) + nonce.size(), bytesOf(text), text.size(), bytesOf(nonce), bytesOf(key));
    return toBase64(bytes);
}

std::optional<std::string> openText(std::string_view secret, std::string_view sealed) {
    constexpr std::size_t kExtra = crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES;
    const std::optional<std::string> bytes = fromBase64(sealed);
    if (!bytes || bytes->size() < kExtra) return std::nullopt;
    const std::string key = Digest::of(secret);
    const std::string_view nonce = std::string_view(*bytes).substr(0, crypto_secretbox_NONCEBYTES);
    const std::string_view box = std::string_view(*bytes).substr(nonce.size());
    std::string text(bytes->size() - kExtra, '\0');
    if (crypto_secretbox_open_easy(bytesOf(text), bytesOf(box), box.size(), bytesOf(nonce), bytesOf(key)) != 0) {
        return std::nullopt;
    }
    return text;
}

}  // namespace inkwell::kernel
