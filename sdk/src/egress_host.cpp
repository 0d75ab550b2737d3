#include "egress_host.h"

#include <glib.h>

#include <algorithm>
#include <charconv>
#include <memory>

#include "inkwell/text.h"

namespace inkwell {

namespace {

constexpr std::size_t kMaxHostLength = 253;  // RFC 1035, in text
constexpr std::size_t kMaxLabelLength = 63;

std::optional<std::string> percentDecoded(std::string_view text) {
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            decoded += text[i];
            continue;
        }
        unsigned int byte = 0;
        const std::string_view digits = text.substr(i + 1, 2);
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
        if (digits.size() != 2 || error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
        decoded += static_cast<char>(byte);
        i += 2;
    }
    return decoded;
}

// Wide digits and other dots become the plain ones here (RFC 3490): they must not hide an address.
std::optional<std::string> inAscii(const std::string& text) {
    if (text.find('\0') != std::string::npos) return std::nullopt;
    const auto isAscii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
    if (std::all_of(text.begin(), text.end(), isAscii)) return asciiLower(text);
    const std::unique_ptr<char, void (*)(void*)> ascii(g_hostname_to_ascii(text.c_str()), g_free);
    if (!ascii) return std::nullopt;
    return asciiLower(ascii.get());
}

bool isLabel(std::string_view label) {
    return !label.empty() && label.size() <= kMaxLabelLength && std::all_of(label.begin(), label.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
}

bool isName(std::string_view text) {
    if (text.size() > kMaxHostLength) return false;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t dot = std::min(text.find('.', start), text.size());
        if (!isLabel(text.substr(start, dot - start))) return false;
        start = dot + 1;
    }
    return true;
}

// The other spellings of IPv4 (2130706433, 0177.0.0.1, 0x7f.1, 127.1) too: programs disagree about what they mean, and
// they must not reach a resolver, which may read them in its own way.
bool endsInNumber(const std::string& name) {
    const std::string label = name.substr(name.rfind('.') + 1);  // npos + 1 is the start
    const bool decimal = std::all_of(label.begin(), label.end(), [](char c) { return c >= '0' && c <= '9'; });
    return decimal || (label.starts_with("0x") && label.find_first_not_of("0123456789abcdef", 2) == std::string::npos);
}

std::optional<Host> parseBracketed(std::string_view text) {
    const std::string inner(text.substr(1, text.size() - 2));
    const std::optional<IpAddress> address = parseAddress(inner);
    if (!address || inner.find(':') == std::string::npos) return std::nullopt;
    return Host{address->text(), address};
}

}  // namespace

std::optional<Host> parseHost(std::string_view text) {
    if (text.starts_with('[') && text.ends_with(']')) return parseBracketed(text);
    const std::optional<std::string> decoded = percentDecoded(text);
    std::optional<std::string> name = decoded ? inAscii(*decoded) : std::nullopt;
    if (!name) return std::nullopt;
    if (name->ends_with('.')) name->pop_back();
    if (!isName(*name)) return std::nullopt;
    if (const std::optional<IpAddress> address = parseAddress(*name)) return Host{address->text(), address};
    if (endsInNumber(*name)) return std::nullopt;
    return Host{*name, std::nullopt};
}

std::optional<std::uint16_t> parsePort(std::string_view text) {
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && port > 0 ? std::optional(port) : std::nullopt;
}

}  // namespace inkwell
