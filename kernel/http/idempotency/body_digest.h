#pragma once

#include <string>
#include <string_view>

#include "inkwell/crypto.h"

namespace inkwell::kernel {

/// The digest of a request's body as it comes: equal for what says the same. Of a form in parts (RFC 2046, 5.1) the
/// boundary, which clients choose anew for every request, and what follows the last part do not count. One request, one
/// thread.
class BodyDigest {
public:
    explicit BodyDigest(std::string_view contentType);

    void add(std::string_view bytes);
    /// The body has come to its end.
    void end() noexcept { isWhole_ = true; }
    /// Whether everything that counts has come.
    bool isWhole() const noexcept { return isWhole_; }
    /// Of what has come so far, 32 bytes. What comes after the first call does not count.
    const std::string& finish();

private:
    Digest digest_;
    std::string boundary_;  // with its two dashes; "" where the body has no parts
    std::string tail_;      // may be the beginning of a boundary
    bool isOver_ = false;
    bool isWhole_ = false;
    std::string finished_;
};

}  // namespace inkwell::kernel
