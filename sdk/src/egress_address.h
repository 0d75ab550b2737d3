#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace inkwell {

/// An IPv4 or IPv6 address; the IPv4-mapped ones of IPv6 are IPv4 here.
struct IpAddress {
    std::array<std::uint8_t, 16> bytes{};
    std::size_t length = 0;  // 4 or 16

    bool operator==(const IpAddress&) const = default;
    std::string text() const;
    bool isWithin(const IpAddress& network, int bits) const;
    /// False for everything in the special-purpose registries of IANA (RFC 6890 and its successors) and for unassigned
    /// ranges.
    bool isPublic() const;
};

/// From the usual spelling: four decimal numbers without leading zeros, or RFC 4291 without a zone.
std::optional<IpAddress> parseAddress(const std::string& text);

}  // namespace inkwell
