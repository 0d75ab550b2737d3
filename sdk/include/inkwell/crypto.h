#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "inkwell/export.h"

// Digests, signatures and secrets, by libsodium: for the kernel and for plugins. Bytes travel in std::string. Any
// thread, unless a class says otherwise. Random values and BLAKE2b throw std::runtime_error if the system has no random
// source.

namespace inkwell {

/// Compares secrets; the time taken does not reveal how much of them matched.
INKWELL_API bool equalInConstantTime(std::string_view a, std::string_view b);

/// `length` letters and digits from the system's random source: keys, tokens.
INKWELL_API std::string randomToken(std::size_t length);
/// `count` bytes from the system's random source.
INKWELL_API std::string randomBytes(std::size_t count);

/// Lower-case hex (RFC 4648, section 8, in small letters).
INKWELL_API std::string toHex(std::string_view bytes);
/// Base64 with padding (RFC 4648, section 4).
INKWELL_API std::string toBase64(std::string_view bytes);
/// Nothing when `text` is not base64 with its padding.
INKWELL_API std::optional<std::string> fromBase64(std::string_view text);

/// 32 bytes, for when another program must compute the same: signatures, published digests (FIPS 180-4, RFC 6234).
INKWELL_API std::string sha256(std::string_view bytes);
/// 32 bytes (RFC 2104 with SHA-256); a key of any length.
INKWELL_API std::string hmacSha256(std::string_view key, std::string_view message);

/// BLAKE2b with 32 bytes and without a key (RFC 7693), for digests that only this server reads: faster than SHA-256.
/// One thread at a time.
class INKWELL_API Digest {
public:
    Digest();
    ~Digest();
    Digest(const Digest&) = delete;
    Digest& operator=(const Digest&) = delete;

    void add(std::string_view bytes);
    /// The 32 bytes of everything that was added. Ends the digest: nothing may be called after it.
    std::string finish();

    /// The digest of one complete text.
    static std::string of(std::string_view bytes);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace inkwell
