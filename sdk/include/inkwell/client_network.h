#pragma once

#include <string>

#include "inkwell/export.h"

namespace inkwell {

/// The part of a client's IP address that limits count by: for IPv6 the first `ipv6Bits`, by default the /64 that one
/// household or machine gets (a site often has a /48); IPv4, and text that is no address, unchanged. Any thread.
INKWELL_API std::string clientNetwork(const std::string& address, unsigned ipv6Bits = 64);

}  // namespace inkwell
