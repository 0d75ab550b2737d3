#include "kernel/config/trusted_proxies.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "inkwell/text.h"

namespace inkwell::kernel {

namespace {

using Poco::Net::IPAddress;

// A client of IPv4 at a socket of IPv6 is ::ffff:a.b.c.d. With the zone of a link-local address nothing can be masked.
IPAddress plain(const IPAddress& given) {
    const bool hasZone = given.family() == IPAddress::IPv6 && given.scope() != 0;
    const IPAddress address = hasZone ? IPAddress(given.addr(), given.length()) : given;
    if (!address.isIPv4Mapped()) return address;
    const std::string text = address.toString();
    const IPAddress::Family family = IPAddress::IPv4;
    IPAddress embedded;
    return IPAddress::tryParse(text.substr(text.rfind(':') + 1), embedded) && embedded.family() == family ? embedded
                                                                                                          : address;
}

// "192.0.2.7", "[2001:db8::7]:1234", "192.0.2.7:1234": proxies write all of them.
bool parseHop(std::string_view text, IPAddress& address) {
    std::string_view host = trimmed(text);
    if (host.starts_with('[')) {
        host = host.substr(1, host.find(']') - 1);
    } else if (std::count(host.begin(), host.end(), ':') == 1) {
        host = host.substr(0, host.find(':'));
    }
    return IPAddress::tryParse(std::string(host.substr(0, host.find('%'))), address);
}

}  // namespace

TrustedProxies::TrustedProxies(const std::vector<std::string>& ranges) {
    for (const std::string& text : ranges) {
        const std::size_t slash = text.find('/');
        IPAddress network;
        unsigned bits = 0;
        bool valid = IPAddress::tryParse(text.substr(0, slash), network);
        const unsigned most = network.family() == IPAddress::IPv4 ? 32 : 128;
        if (slash == std::string::npos) {
            bits = most;
        } else {
            const char* const end = text.data() + text.size();
            const auto [read, error] = std::from_chars(text.data() + slash + 1, end, bits);
            valid = valid && error == std::errc() && read == end && bits <= most;
        }
        if (!valid) throw std::runtime_error("'" + text + "' is neither an address nor a range such as 10.0.0.0/8");
        const IPAddress mask(bits, network.family());
        ranges_.push_back({network & mask, mask});
    }
}

bool TrustedProxies::holds(const IPAddress& address) const {
    return std::any_of(ranges_.begin(), ranges_.end(), [&](const Range& range) {
        return range.network.family() == address.family() && (address & range.mask) == range.network;
    });
}

std::string TrustedProxies::clientOf(const IPAddress& peer, std::string_view forwardedFor) const {
    IPAddress client = plain(peer);
    while (!forwardedFor.empty() && holds(client)) {
        const std::size_t comma = forwardedFor.rfind(',');
        IPAddress hop;
        if (!parseHop(forwardedFor.substr(comma == std::string_view::npos ? 0 : comma + 1), hop)) break;
        client = plain(hop);
        forwardedFor = comma == std::string_view::npos ? std::string_view() : forwardedFor.substr(0, comma);
    }
    return client.toString();
}

}  // namespace inkwell::kernel
