#pragma once

#include <Poco/Net/IPAddress.h>

#include <string>
#include <string_view>
#include <vector>

namespace inkwell::kernel {

/// Tells clients from the proxies before them. Any thread; immutable.
class TrustedProxies {
public:
    TrustedProxies() = default;
    /// Addresses ("10.0.0.7") and ranges ("10.0.0.0/8", "fd00::/8"). Throws std::runtime_error naming one it cannot
    /// read.
    explicit TrustedProxies(const std::vector<std::string>& ranges);

    bool isEmpty() const noexcept { return ranges_.empty(); }
    /// The client's address: that of the connection, unless it is a trusted proxy's: then the last one of
    /// `forwardedFor` (the X-Forwarded-For headers, joined by commas) that is none. What stands before was written by
    /// the client itself.
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
