#include "inkwell/client_network.h"

#include <Poco/Net/IPAddress.h>

namespace inkwell {

std::string clientNetwork(const std::string& address) {
    using Poco::Net::IPAddress;
    constexpr unsigned kNetworkBits = 64;
    if (address.find(':') == std::string::npos) return address;
    IPAddress parsed;
    // With a zone it could not be masked.
    if (!IPAddress::tryParse(address.substr(0, address.find('%')), parsed) || parsed.isIPv4Mapped()) return address;
    return (parsed & IPAddress(kNetworkBits, IPAddress::IPv6)).toString();
}

}  // namespace inkwell
