#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "egress_address.h"

namespace inkwell {

/// The host of a URL: a name, or an IP address, which needs no look-up.
struct Host {
    std::string text;  // canonical: lower-case ASCII without a final dot, or the IP address in its usual spelling
    std::optional<IpAddress> address;
};

/// Reads a host without port: decodes percent-encoding, converts international names to ASCII, accepts "[...]" around
/// IPv6. IPv4 is four decimal numbers without leading zeros. Nothing for any other text.
std::optional<Host> parseHost(std::string_view text);

/// 1 to 65535.
std::optional<std::uint16_t> parsePort(std::string_view text);

}  // namespace inkwell
