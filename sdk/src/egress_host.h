#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "egress_address.h"

namespace inkwell {

/// A host as it stands in an address: a name, or an address for which no name is looked up.
struct Host {
    std::string text;  // canonical: lower-case ASCII without a dot at its end, or the address in its usual spelling
    std::optional<IpAddress> address;
};

/// Reads a host without port: undoes percent-encoding, brings international names to ASCII, knows every spelling of an
/// address, "[...]" around IPv6. Nothing for what is none of these.
std::optional<Host> parseHost(std::string_view text);

/// 1 to 65535.
std::optional<std::uint16_t> parsePort(std::string_view text);

}  // namespace inkwell
