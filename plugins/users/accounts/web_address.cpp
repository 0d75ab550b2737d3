#include "accounts/web_address.h"

#include <Poco/Exception.h>
#include <Poco/URI.h>

#include <algorithm>
#include <string>

namespace inkwell::users {

namespace {

bool isAllowed(char c) {
    constexpr std::string_view kDelimiters = "\"<>\\^`{|}";
    const auto byte = static_cast<unsigned char>(c);
    return byte > 0x20 && byte != 0x7F && kDelimiters.find(c) == std::string_view::npos;
}

}  // namespace

bool isWebAddress(std::string_view text) {
    if (!std::all_of(text.begin(), text.end(), isAllowed)) return false;
    try {
        const Poco::URI uri{std::string(text)};
        return (uri.getScheme() == "http" || uri.getScheme() == "https") && !uri.getHost().empty() &&
               uri.getUserInfo().empty();
    } catch (const Poco::Exception&) {
        return false;
    }
}

}  // namespace inkwell::users
