#include "inkwell/crypto.h"

#include <sodium.h>

#include <stdexcept>

namespace inkwell {

namespace {

// Without it BLAKE2b works, but slowly.
void requireSodium() {
    static const bool ready = sodium_init() >= 0;
    if (!ready) throw std::runtime_error("the system's random source is not available");
}

const unsigned char* bytesOf(std::string_view text) noexcept {
    return reinterpret_cast<const unsigned char*>(text.data());
}

unsigned char* bytesOf(std::string& text) noexcept { return reinterpret_cast<unsigned char*>(text.data()); }

}  // namespace

bool equalInConstantTime(std::string_view a, std::string_view b) {
    return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::string randomToken(std::size_t length) {
    requireSodium();
    constexpr std::string_view kAlphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    std::string token(length, '\0');
    for (char& c : token) c = kAlphabet[randombytes_uniform(kAlphabet.size())];
    return token;
}

std::string randomBytes(std::size_t count) {
    requireSodium();
    std::string bytes(count, '\0');
    randombytes_buf(bytes.data(), bytes.size());
    return bytes;
}

std::string toHex(std::string_view bytes) {
    std::string hex(2 * bytes.size() + 1, '\0');
    sodium_bin2hex(hex.data(), hex.size(), bytesOf(bytes), bytes.size());
    hex.pop_back();  // the C string's end
    return hex;
}

std::string toBase64(std::string_view bytes) {
    std::string text(sodium_base64_ENCODED_LEN(bytes.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
    sodium_bin2base64(text.data(), text.size(), bytesOf(bytes), bytes.size(), sodium_base64_VARIANT_ORIGINAL);
    text.pop_back();  // the C string's end
    return text;
}

std::optional<std::string> fromBase64(std::string_view text) {
    std::string bytes(text.size(), '\0');  // shorter in every case
    std::size_t length = 0;
    const int failed = sodium_base642bin(bytesOf(bytes), bytes.size(), text.data(), text.size(), nullptr, &length,
                                         nullptr, sodium_base64_VARIANT_ORIGINAL);
    if (failed != 0) return std::nullopt;
    bytes.resize(length);
    return bytes;
}

std::string sha256(std::string_view bytes) {
    std::string hash(crypto_hash_sha256_BYTES, '\0');
    crypto_hash_sha256(bytesOf(hash), bytesOf(bytes), bytes.size());
    return hash;
}

std::string hmacSha256(std::string_view key, std::string_view message) {
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, bytesOf(key), key.size());
    crypto_auth_hmacsha256_update(&state, bytesOf(message), message.size());
    std::string mac(crypto_auth_hmacsha256_BYTES, '\0');
    crypto_auth_hmacsha256_final(&state, bytesOf(mac));
    return mac;
}

// libsodium asks for this state to be aligned to 64 bytes, which new of the type sees to.
struct Digest::State {
    crypto_generichash_state state;
};

Digest::Digest() : state_(std::make_unique<State>()) {
    requireSodium();
    crypto_generichash_init(&state_->state, nullptr, 0, crypto_generichash_BYTES);
}

Digest::~Digest() = default;

void Digest::add(std::string_view bytes) { crypto_generichash_update(&state_->state, bytesOf(bytes), bytes.size()); }

std::string Digest::finish() {
    std::string hash(crypto_generichash_BYTES, '\0');
    crypto_generichash_final(&state_->state, bytesOf(hash), hash.size());
    return hash;
}

std::string Digest::of(std::string_view bytes) {
    requireSodium();
    std::string hash(crypto_generichash_BYTES, '\0');
    crypto_generichash(bytesOf(hash), hash.size(), bytesOf(bytes), bytes.size(), nullptr, 0);
    return hash;
}

}  // namespace inkwell
