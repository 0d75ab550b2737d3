#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assets.h"

namespace inkwell::dashboard {

/// The bytes of an asset in the best coding that a client takes.
struct Delivery {
    std::string_view bytes;
    std::string_view coding;  // for Content-Encoding; "" for none
};

/// `acceptEncoding` is the header as it came: brotli before gzip before nothing; a coding with q=0 is refused.
Delivery deliver(const Asset& asset, const std::optional<std::string>& acceptEncoding);

/// The page with the path of the server's address, if it has one, in front of all links. `baseUrl` is an address.
std::string pageFor(const Asset& page, std::string_view baseUrl);

}  // namespace inkwell::dashboard
