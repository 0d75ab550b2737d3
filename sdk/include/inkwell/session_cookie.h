#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "inkwell/export.h"

namespace inkwell {

/// The cookie by which a browser is signed in holds a user token (interface/users-and-roles.md, "Browsers"). The plugin
/// that signs people in sets it; the kernel's gatekeeper decides whether it counts and then passes the request on as if
/// the token had come in the header `Authorization`. Any thread.

enum class CookieKind {
    Secure,    // "__Host-inkwell", which browsers send over https only
    Loopback,  // "inkwell", for plain http on the same machine
};

/// The value of a Set-Cookie header. With an empty `token` the browser forgets the cookie.
INKWELL_API std::string sessionCookie(CookieKind kind, std::string_view token, std::chrono::seconds lifetime);

/// The token in the value of a Cookie header (RFC 6265, section 4.2.1); "" when there is none. A view into `cookies`.
INKWELL_API std::string_view findSessionToken(CookieKind kind, std::string_view cookies) noexcept;

/// Which cookie a server may set for a client: Secure when its public URL begins with "https://", Loopback for a client
/// on the same machine. Nothing otherwise: a token must not cross a network in the clear.
INKWELL_API std::optional<CookieKind> sessionCookieKind(std::string_view serverUrl, const std::string& clientAddress);

/// True for the addresses of the machine itself: 127.0.0.0/8, ::1, and the former mapped into IPv6.
INKWELL_API bool isLoopback(const std::string& clientAddress);

}  // namespace inkwell
