#include "inkwell/client_network.h"

#include <Poco/Net/IPAddress.h>

namespace inkwell {

std::string clientNetwork(const std::string& address, unsigned ipv6Bits) {
    using Poco::Net::IPAddress;
    if (address.find(':') == std::string::npos) return address;
    IPAddress parsed;
    // With a zone it could not be masked.
    if (!IPAddress::tryParse(address.substr(0, address.find('%')), parsed) || parsed.isIPv4Mapped()) return address;
    return (parsed & IPAddress(ipv6Bits, IPAddress::IPv6)).toString();
}

}  // namespace inkwell
