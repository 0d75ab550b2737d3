#pragma once

#include <Poco/Net/Context.h>

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "inkwell/egress.h"

namespace inkwell::webhooks {

struct Outgoing {
    std::string url;
    std::vector<std::pair<std::string, std::string>> headers;  // with Content-Type
    std::string body;
};

struct SendResult {
    int status = 0;     // 0: no answer
    std::string error;  // for the delivery log, without internals; "" when there was an answer
    std::optional<std::int64_t> retryAfterMs;
    std::int64_t durationMs = 0;  // until the answer's head, or the failure
};

/// Why a header cannot be sent: a name that is no token or that belongs to the sender (Host, Content-Length, ...), or a
/// value with line breaks or other control characters (RFC 9110, section 5). Any thread.
std::optional<std::string> headerProblem(const std::string& name, const std::string& value);

/// Sends one POST to an address that a client chose. Follows no redirects, asks no proxy, keeps no connection, and
/// believes nothing of the receiver: everything has a bound and one deadline. Any thread.
class HttpSender {
public:
    struct Options {
        int timeoutMs = 15000;  // for look-up, connection, TLS, request and the head of the answer together
        std::string caFile;     // certificates of authorities to trust besides the system's
    };

    /// Keeps a reference to `guard`. Throws std::runtime_error for a `caFile` that cannot be read.
    HttpSender(const EgressGuard& guard, Options options);

    /// Blocks until the answer's status is known, at most `timeoutMs`; then takes half a second at most to let the
    /// receiver finish its answer. Once `cancelled` is true, it gives up within a fraction of a second, unless it waits
    /// for the name service. Never throws.
    SendResult send(const Outgoing& request, const std::atomic<bool>* cancelled = nullptr) const noexcept;

private:
    const EgressGuard& guard_;
    Options options_;
    Poco::Net::Context::Ptr tls_;
};

}  // namespace inkwell::webhooks
