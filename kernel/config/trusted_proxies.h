#pragma once

#include <Poco/Net/IPAddress.h>

#include <string>
#include <string_view>
#include <vector>

namespace inkwell::kernel {

/// Tells clients from the proxies in front of them. Any thread; immutable.
class TrustedProxies {
public:
    TrustedProxies() = default;
    /// IP addresses ("10.0.0.7") and ranges ("10.0.0.0/8", "fd00::/8"). Throws std::runtime_error naming one it cannot
    /// read.
    explicit TrustedProxies(const std::vector<std::string>& ranges);

    bool isEmpty() const noexcept { return ranges_.empty(); }
    /// The client's IP address: `peer`, unless that is a trusted proxy. Then the last address in
    /// `forwardedFor` (the X-Forwarded-For headers, joined by commas) that is not a trusted proxy: the client
    /// could have written any of those before it.
    std::string clientOf(const Poco::Net::IPAddress& peer, std::string_view forwardedFor) const;

private:
    struct Range {
        Poco::Net::IPAddress network;
        Poco::Net::IPAddress mask;
    };
    bool holds(const Poco::Net::IPAddress& address) const;

    std::vector<Range> ranges_;
};

}  // namespace inkwell::kernel
