#pragma once

#include <string>
#include <string_view>

#include "inkwell/export.h"

namespace inkwell {

/// The part of a client's IP address that limits count by: for IPv6 the first `ipv6Bits`, by default the /64 that one
/// household or machine gets (a site often has a /48); IPv4, and text that is no address, unchanged. Any thread.
INKWELL_API std::string clientNetwork(const std::string& address, unsigned ipv6Bits = 64);

/// While it lives its thread works for the client with this address: where it has to wait for the database, the client
/// networks take turns. The kernel opens one for each request; open one with "" around what is done for several clients
/// at once, which waits as jobs do. They nest; `address` must outlive it.
class INKWELL_API ClientScope {
public:
    explicit ClientScope(std::string_view address) noexcept;
    ~ClientScope();
    ClientScope(const ClientScope&) = delete;
    ClientScope& operator=(const ClientScope&) = delete;

    /// clientNetwork() of the client that this thread works for; "" when it works for none.
    static std::string network();

private:
    const std::string_view outer_;
};

}  // namespace inkwell
