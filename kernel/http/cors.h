#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace inkwell::kernel {

/// Whether a browser could name `text` as an origin (RFC 6454, section 6.2), or it is "*". For checking a
/// configuration.
bool isCorsOrigin(const std::string& text);

/// What browsers are told about pages of other origins (Fetch standard, "CORS protocol"). Keys and tokens are sent by
/// the page itself, never by the browser, so no answer allows credentials. Any thread; immutable.
class Cors {
public:
    using Headers = std::vector<std::pair<std::string, std::string>>;

    Cors() = default;
    /// Origins such as "https://example.org"; "*" is every one, none switches it off.
    Cors(std::vector<std::string> origins, std::int64_t maxAgeSeconds);

    /// Adds what an answer to a request with that Origin header says; "" adds nothing but Vary.
    void addTo(Headers& headers, const std::string& origin) const;
    /// Of the answer to a preflight, beside addTo: `methods` is an Allow header's value, `wanted` what the browser asks
    /// for in Access-Control-Request-Headers.
    void addPreflightTo(Headers& headers, const std::string& origin, const std::string& methods,
                        const std::string& wanted) const;

private:
    bool allows(const std::string& origin) const;

    std::vector<std::string> origins_;
    bool everyone_ = false;
    std::int64_t maxAgeSeconds_ = 0;
};

}  // namespace inkwell::kernel
