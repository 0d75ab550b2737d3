#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assets.h"

namespace inkwell::dashboard {

/// The bytes of an asset in the best coding that a client takes.
struct Delivery {
    std::string_view bytes;
    std::string_view coding;  // for Content-Encoding; "" for none
};

/// `acceptEncoding` is the header as it came: brotli before gzip before nothing; a coding with q=0 is refused.
Delivery deliver(const Asset& asset, const std::optional<std::string>& acceptEncoding);

/// What stands for its names in the page: "@BASE@" the path of the server's address, if it has one.
using Placeholders = std::vector<std::pair<std::string_view, std::string>>;
/// The page with its placeholders filled; for those that stand in attributes, the text is escaped.
std::string pageFor(const Asset& page, const Placeholders& placeholders);

}  // namespace inkwell::dashboard
