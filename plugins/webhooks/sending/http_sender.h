#pragma once

#include <Poco/Net/Context.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "inkwell/egress.h"
#include "sending/permit.h"

namespace inkwell::webhooks {

struct Outgoing {
    std::string url;
    std::vector<std::pair<std::string, std::string>> headers;  // including Content-Type
    std::string body;
    std::string bucketId = {};  // whose share of the name look-ups it takes
};

struct SendResult {
    int status = 0;        // 0: no response
    std::string error;     // for the delivery log, without internals; "" when there was a response
    bool wasBusy = false;  // this server had no means to try it: the receiver has not failed
    std::optional<std::int64_t> retryAfterMs;
    std::int64_t durationMs = 0;  // until the head of the response, or the failure
};

/// Why a header cannot be sent: its name is no token or reserved for the sender (Host, Content-Length, ...), or its
/// value has line breaks or other control characters (RFC 9110, section 5). Any thread.
std::optional<std::string> headerProblem(const std::string& name, const std::string& value);

/// Sends one POST to a URL that a client chose. Follows no redirects, uses no proxy, keeps no connection open and
/// trusts nothing the receiver sends: everything is bounded, with one deadline. Any thread.
class HttpSender {
public:
    struct Options {
        int timeoutMs = 15000;  // for name look-up, connection, TLS, request and head of the response together
        std::string caFile;     // certificates of authorities to trust, in addition to the system's
    };

    /// Keeps a reference to `guard`. Throws std::runtime_error for a `caFile` that cannot be read.
    HttpSender(const EgressGuard& guard, Options options);

    /// Blocks until the status of the response is known, at most `timeoutMs`, and then up to half a second for the
    /// receiver to finish its response. Once `permit` is over, it gives up within a fraction of a second; during a
    /// name look-up it does so when the plugin stops. Never throws.
    SendResult send(const Outgoing& request, const Permit* permit = nullptr) const noexcept;

private:
    const EgressGuard& guard_;
    Options options_;
    Poco::Net::Context::Ptr tls_;
};

}  // namespace inkwell::webhooks
