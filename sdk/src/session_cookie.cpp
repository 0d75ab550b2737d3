#include "inkwell/session_cookie.h"

#include <Poco/Net/IPAddress.h>

#include "inkwell/text.h"

namespace inkwell {

namespace {

constexpr std::string_view kSecureName = "__Host-inkwell";
constexpr std::string_view kLoopbackName = "inkwell";

std::string_view nameOf(CookieKind kind) { return kind == CookieKind::Secure ? kSecureName : kLoopbackName; }

}  // namespace

std::string sessionCookie(CookieKind kind, std::string_view token, std::chrono::seconds lifetime) {
    std::string cookie(nameOf(kind));
    cookie.append("=").append(token).append("; Path=/; HttpOnly; SameSite=Strict; Max-Age=");
    cookie += std::to_string(token.empty() ? 0 : lifetime.count());
    if (kind == CookieKind::Secure) cookie += "; Secure";
    return cookie;
}

std::string_view findSessionToken(CookieKind kind, std::string_view cookies) noexcept {
    while (!cookies.empty()) {
        const std::size_t end = cookies.find(';');
        const std::string_view pair = trimmed(cookies.substr(0, end));
        const std::size_t equals = pair.find('=');
        if (equals != std::string_view::npos && pair.substr(0, equals) == nameOf(kind)) return pair.substr(equals + 1);
        if (end == std::string_view::npos) break;
        cookies.remove_prefix(end + 1);
    }
    return {};
}

std::optional<CookieKind> sessionCookieKind(std::string_view serverUrl, const std::string& clientAddress) {
    if (serverUrl.starts_with("https://")) return CookieKind::Secure;
    if (isLoopback(clientAddress)) return CookieKind::Loopback;
    return std::nullopt;
}

bool isLoopback(const std::string& clientAddress) {
    Poco::Net::IPAddress address;
    return Poco::Net::IPAddress::tryParse(clientAddress, address) && address.isLoopback();
}

}  // namespace inkwell
