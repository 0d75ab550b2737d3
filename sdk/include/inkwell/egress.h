#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "inkwell/api.h"

namespace Poco::Net {
class StreamSocket;
}

namespace inkwell {

/// An http or https address as the guard understood it.
struct INKWELL_API EgressTarget {
    bool secure = false;
    std::string host;  // a name in lower-case ASCII without a dot at its end, or an address in its usual spelling
    std::uint16_t port = 0;
    std::string path;  // with the query; begins with '/'

    /// The value of the Host header: without the scheme's own port, an IPv6 address in brackets.
    std::string hostHeader() const;
};

/// Decides where this server may connect to when a client names the address (where-silent.md, "Webhooks"): public
/// addresses only, unless the configuration lists them. A name is judged by every address it resolves to, however it
/// is spelled. Any thread; cheap to copy.
class INKWELL_API EgressGuard {
public:
    struct Rules {
        /// Opens hosts that are refused otherwise, on every port or, with ":port" behind, on that one: an address, a
        /// range (10.0.0.0/8, fd00::/8, [fd00::/8]:8080), or a name, which is compared as a whole and may then resolve
        /// to anything.
        std::vector<std::string> allowedHosts;
        std::vector<std::int64_t> allowedPorts;  // for every host; none: 80 and 443
    };
    /// The addresses of a name in their usual spelling, none if it has none. May block; runs on a thread of the guard,
    /// which may outlive the call that asked.
    using Resolver = std::function<std::vector<std::string>(const std::string& host)>;
    using Deadline = std::chrono::steady_clock::time_point;

    /// Asks the system for addresses. Throws std::runtime_error naming a rule that it cannot read.
    explicit EgressGuard(const Rules& rules);
    EgressGuard(const Rules& rules, Resolver resolver);

    /// Takes an absolute http or https address without user, password and fragment. Throws ApiError 400, whose message
    /// begins with 'endpoint', for any other text.
    static EgressTarget parse(const std::string& url);

    /// Before an address is stored: throws ApiError 400 when `connect` would refuse it now, or the name does not
    /// resolve. Tells nothing about the addresses behind a name. Waits for the name service for some seconds at most.
    void check(const std::string& url) const;

    /// A non-blocking connection to an address that was looked up and judged in this call. Once `cancelled` is true it
    /// does not wait for the address any longer. Throws std::runtime_error with a sentence that a client may read.
    Poco::Net::StreamSocket connect(const EgressTarget& target, Deadline deadline,
                                    const std::atomic<bool>* cancelled = nullptr) const;

private:
    struct State;
    std::shared_ptr<const State> state_;
};

}  // namespace inkwell
