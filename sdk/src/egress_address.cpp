#include "egress_address.h"

#include <arpa/inet.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace inkwell {

namespace {

struct Range {
    IpAddress network;
    int bits;
};

Range range(const char* network, int bits) {
    const std::optional<IpAddress> address = parseAddress(network);
    if (!address) throw std::logic_error(std::string("not an address: ") + network);
    return {*address, bits};
}

// https://www.iana.org/assignments/iana-ipv4-special-registry, and multicast.
const std::vector<Range>& specialIpv4() {
    static const std::vector<Range> kRanges = {
        range("0.0.0.0", 8),       range("10.0.0.0", 8),      range("100.64.0.0", 10),   range("127.0.0.0", 8),
        range("169.254.0.0", 16),  range("172.16.0.0", 12),   range("192.0.0.0", 24),    range("192.0.2.0", 24),
        range("192.31.196.0", 24), range("192.52.193.0", 24), range("192.88.99.0", 24),  range("192.168.0.0", 16),
        range("192.175.48.0", 24), range("198.18.0.0", 15),   range("198.51.100.0", 24), range("203.0.113.0", 24),
        range("224.0.0.0", 4),     range("240.0.0.0", 4),
    };
    return kRanges;
}

// https://www.iana.org/assignments/iana-ipv6-special-registry, as far as it lies inside kGlobalUnicast. 2002::/16
// (6to4) and Teredo, in 2001::/23, carry an IPv4 address that nobody could judge otherwise.
const std::vector<Range>& specialIpv6() {
    static const std::vector<Range> kRanges = {
        range("2001::", 23),         range("2001:db8::", 32), range("2002::", 16),
        range("2620:4f:8000::", 48), range("3fff::", 20),
    };
    return kRanges;
}

bool isIn(const std::vector<Range>& ranges, const IpAddress& address) {
    return std::any_of(ranges.begin(), ranges.end(),
                       [&](const Range& one) { return address.isWithin(one.network, one.bits); });
}

// RFC 5214, section 6.1: an IPv4 address behind 0000:5efe or 0200:5efe.
bool isIsatap(const IpAddress& address) {
    const auto& bytes = address.bytes;
    return (bytes[8] & 0xFD) == 0 && bytes[9] == 0 && bytes[10] == 0x5E && bytes[11] == 0xFE;
}

IpAddress fromIpv4(const in_addr& raw) {
    IpAddress address;
    address.length = sizeof(raw);
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(&raw);
    std::copy_n(bytes, address.length, address.bytes.begin());
    return address;
}

}  // namespace

std::string IpAddress::text() const {
    std::array<char, INET6_ADDRSTRLEN> buffer{};
    ::inet_ntop(length == 4 ? AF_INET : AF_INET6, bytes.data(), buffer.data(), buffer.size());
    return buffer.data();
}

bool IpAddress::isWithin(const IpAddress& network, int bits) const {
    if (length != network.length) return false;
    for (std::size_t i = 0; i < length && bits > 0; ++i, bits -= 8) {
        const int mask = bits >= 8 ? 0xFF : 0xFF & (0xFF << (8 - bits));
        if ((bytes[i] & mask) != (network.bytes[i] & mask)) return false;
    }
    return true;
}

bool IpAddress::isPublic() const {
    if (length == 4) return !isIn(specialIpv4(), *this);
    // Nothing else is assigned to hosts of the internet (RFC 4291, section 2.4).
    static const Range kGlobalUnicast = range("2000::", 3);
    return isWithin(kGlobalUnicast.network, kGlobalUnicast.bits) && !isIn(specialIpv6(), *this) && !isIsatap(*this);
}

std::optional<IpAddress> parseAddress(const std::string& text) {
    in_addr four{};
    if (::inet_pton(AF_INET, text.c_str(), &four) == 1) return fromIpv4(four);
    IpAddress address;
    if (::inet_pton(AF_INET6, text.c_str(), address.bytes.data()) != 1) return std::nullopt;
    address.length = address.bytes.size();
    static constexpr std::array<std::uint8_t, 12> kMapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
    if (!std::equal(kMapped.begin(), kMapped.end(), address.bytes.begin())) return address;
    std::copy_n(address.bytes.begin() + kMapped.size(), sizeof(four), reinterpret_cast<std::uint8_t*>(&four));
    return fromIpv4(four);
}

}  // namespace inkwell
