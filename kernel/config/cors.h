#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace inkwell::kernel {

/// True for "*" and for an origin as browsers write it (RFC 6454, section 6.2). For checking a configuration before it
/// is used.
bool isCorsOrigin(const std::string& text);

/// Tells browsers which pages of other origins may read responses (Fetch standard, "CORS protocol"). A page sends keys
/// and tokens itself, the browser never does, so no response allows credentials. Any thread; immutable.
class Cors {
public:
    using Headers = std::vector<std::pair<std::string, std::string>>;

    Cors() = default;
    /// Origins such as "https://example.org"; "*" allows every origin, an empty list none.
    Cors(std::vector<std::string> origins, std::int64_t maxAgeSeconds);

    /// Adds the headers of a response to a request with this Origin header, "" without one: the same for all of them
    /// where every origin is allowed, otherwise with Vary. What the response says itself stays alone.
    void addTo(Headers& headers, const std::string& origin) const;
    /// Adds what the response to a preflight needs beyond addTo: `methods` is the value of an Allow header, `wanted`
    /// that of the request's Access-Control-Request-Headers.
    void addPreflightTo(Headers& headers, const std::string& origin, const std::string& methods,
                        const std::string& wanted) const;

private:
    bool allows(const std::string& origin) const;

    std::vector<std::string> origins_;
    bool everyone_ = false;
    std::int64_t maxAgeSeconds_ = 0;
};

}  // namespace inkwell::kernel
