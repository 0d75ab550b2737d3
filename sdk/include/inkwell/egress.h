#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "inkwell/export.h"

namespace Poco::Net {
class StreamSocket;
}

namespace inkwell {

/// An http or https URL as the guard parsed it.
struct INKWELL_API EgressTarget {
    bool secure = false;
    std::string host;  // a name in lower-case ASCII without a final dot, or an IP address in its usual spelling
    std::uint16_t port = 0;
    std::string path;  // with the query; begins with '/'

    /// The value of the Host header: without the scheme's own port, an IPv6 address in brackets.
    std::string hostHeader() const;
};

/// This server had no place left to look a name up: the host has done nothing wrong, and a later call may succeed.
class INKWELL_API EgressBusy : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Decides where this server may connect to when a client gives the URL (interface/webhooks.md, "Endpoints"): only
/// public IP addresses, unless the configuration lists others. A name is judged by all IP addresses it resolves to,
/// however it is spelled. Any thread; cheap to copy.
class INKWELL_API EgressGuard {
public:
    struct Rules {
        /// Allows hosts that are refused otherwise, on every port or, with ":port" after it, on that one: an IP
        /// address, a range (10.0.0.0/8, fd00::/8, [fd00::/8]:8080), or a name, which must match as a whole and may
        /// then resolve to any address.
        std::vector<std::string> allowedHosts;
        std::vector<std::int64_t> allowedPorts;  // for every host; none: 80 and 443
    };
    /// Returns the IP addresses of a name in their usual spelling, none if it has none. May block; runs on a thread of
    /// the guard, which may outlive the call that started it.
    using Resolver = std::function<std::vector<std::string>(const std::string& host)>;
    using Deadline = std::chrono::steady_clock::time_point;

    /// Resolves names with the system. Throws std::runtime_error naming a rule that it cannot read.
    explicit EgressGuard(const Rules& rules);
    EgressGuard(const Rules& rules, Resolver resolver);

    /// Parses an absolute http or https URL without user, password and fragment. Throws ApiError 400, whose message
    /// begins with 'endpoint', for any other text.
    static EgressTarget parse(const std::string& url);

    /// Call before a URL is stored: throws ApiError 400 when `connect` would refuse it now, or the name does not
    /// resolve. Reveals nothing about the IP addresses of a name. Waits for the name service a few seconds at most.
    /// Throws ApiError 503 when it is busy. `bucketId`: whose share of the look-ups, and of those who wait for one,
    /// this is; no bucket has more than it leaves free, so that one whose names are not answered keeps no other
    /// waiting.
    void check(const std::string& url, std::string_view bucketId = {}) const;

    /// Opens a non-blocking connection to an IP address that was resolved and judged in this call. Once `cancelled` is
    /// true it stops waiting for the name service. Throws std::runtime_error with a sentence that a client may read;
    /// EgressBusy is one. `bucketId` as above.
    Poco::Net::StreamSocket connect(const EgressTarget& target, Deadline deadline,
                                    const std::atomic<bool>* cancelled = nullptr, std::string_view bucketId = {}) const;

private:
    struct State;
    std::shared_ptr<const State> state_;
};

}  // namespace inkwell
