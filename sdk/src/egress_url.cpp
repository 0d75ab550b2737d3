#include <algorithm>
#include <optional>

#include "egress_host.h"
#include "inkwell/egress.h"
#include "inkwell/error.h"
#include "inkwell/text.h"

namespace inkwell {

namespace {

constexpr std::uint16_t kHttpPort = 80;
constexpr std::uint16_t kHttpsPort = 443;

[[noreturn]] void refuse(const std::string& why) {
    const std::string message = "'endpoint' " + why;
    throw ApiError::badRequest(message, {{"endpoint", message}});
}

std::uint16_t ownPort(bool secure) { return secure ? kHttpsPort : kHttpPort; }

// Characters that some readers of addresses skip or take for others.
void checkCharacters(std::string_view url) {
    const bool odd = std::any_of(url.begin(), url.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte <= 0x20 || byte == 0x7F || c == '\\';
    });
    if (odd) refuse("must not contain blanks, control characters or backslashes");
    if (url.find('#') != std::string_view::npos) refuse("must not have a fragment ('#')");
}

void readAuthority(std::string_view authority, EgressTarget& target) {
    if (authority.find('@') != std::string_view::npos) {
        refuse("must not contain a user name or a password: send them in a header");
    }
    const std::size_t bracket = authority.rfind(']');
    const std::size_t colon = authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
    const std::optional<Host> host = parseHost(authority.substr(0, colon));
    if (!host) {
        refuse("must have a host name or an address behind '://'; IPv4 is four decimal numbers without leading zeros");
    }
    target.host = host->text;
    target.port = ownPort(target.secure);
    if (colon == std::string_view::npos) return;
    const std::optional<std::uint16_t> port = parsePort(authority.substr(colon + 1));
    if (!port) refuse("must have a port between 1 and 65535, or none");
    target.port = *port;
}

}  // namespace

EgressTarget EgressGuard::parse(const std::string& url) {
    constexpr std::string_view kHttp = "http://";
    constexpr std::string_view kHttps = "https://";
    checkCharacters(url);
    EgressTarget target;
    const std::string start = asciiLower(std::string_view(url).substr(0, kHttps.size()));
    target.secure = start == kHttps;
    if (!target.secure && !start.starts_with(kHttp)) refuse("must begin with http:// or https://");
    const std::string_view rest = std::string_view(url).substr(target.secure ? kHttps.size() : kHttp.size());
    const std::size_t end = std::min(rest.find_first_of("/?"), rest.size());
    readAuthority(rest.substr(0, end), target);
    const std::string_view path = rest.substr(end);
    if (std::any_of(path.begin(), path.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; })) {
        refuse("must be percent-encoded behind the host name");
    }
    target.path = (path.starts_with('/') ? "" : "/") + std::string(path);
    return target;
}

std::string EgressTarget::hostHeader() const {
    const std::string name = host.find(':') == std::string::npos ? host : "[" + host + "]";
    return port == ownPort(secure) ? name : name + ":" + std::to_string(port);
}

}  // namespace inkwell
