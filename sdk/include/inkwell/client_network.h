#pragma once

#include <string>

#include "inkwell/api.h"

namespace inkwell {

/// What of a client's address limits are counted for: of IPv6 the /64, because a household or a machine has that to
/// choose from; IPv4, and what is no address, as it is. Any thread.
INKWELL_API std::string clientNetwork(const std::string& address);

}  // namespace inkwell
