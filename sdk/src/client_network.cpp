#include "inkwell/client_network.h"

#include <Poco/Net/IPAddress.h>

namespace inkwell {

namespace {

thread_local std::string_view clientAddress;

}  // namespace

std::string clientNetwork(const std::string& address, unsigned ipv6Bits) {
    using Poco::Net::IPAddress;
    if (address.find(':') == std::string::npos) return address;
    IPAddress parsed;
    // With a zone it could not be masked.
    if (!IPAddress::tryParse(address.substr(0, address.find('%')), parsed) || parsed.isIPv4Mapped()) return address;
    return (parsed & IPAddress(ipv6Bits, IPAddress::IPv6)).toString();
}

// The address alone, because few have to wait.
ClientScope::ClientScope(std::string_view address) noexcept : outer_(clientAddress) { clientAddress = address; }
ClientScope::~ClientScope() { clientAddress = outer_; }

std::string ClientScope::network() { return clientNetwork(std::string(clientAddress)); }

}  // namespace inkwell
