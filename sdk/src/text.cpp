#include "inkwell/text.h"

#include <algorithm>
#include <array>

namespace inkwell {

namespace {

// Unicode's white space, and what has no width.
constexpr std::array<std::string_view, 33> kInvisible = {
    " ",      "\t",     "\n",     "\v",     "\f",     "\r",     "\u0085", "\u00A0", "\u00AD", "\u1680", "\u180E",
    "\u2000", "\u2001", "\u2002", "\u2003", "\u2004", "\u2005", "\u2006", "\u2007", "\u2008", "\u2009", "\u200A",
    "\u200B", "\u200C", "\u200D", "\u2028", "\u2029", "\u202F", "\u205F", "\u2060", "\u3000", "\uFE0F", "\uFEFF"};

constexpr std::array<bool, 256> kIsOfToken = [] {
    std::array<bool, 256> set{};
    for (const char c : std::string_view("!#$%&'*+-.^_`|~0123456789"
                                         "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")) {
        set[static_cast<unsigned char>(c)] = true;
    }
    return set;
}();

}  // namespace

bool isId(std::string_view text) {
    return text.size() == 24 && std::all_of(text.begin(), text.end(),
                                            [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

std::size_t codePoints(std::string_view utf8) {
    return static_cast<std::size_t>(
        std::count_if(utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string asciiLower(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return lower;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kSpace = " \t\r\n\f\v";
    const std::size_t first = text.find_first_not_of(kSpace);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

bool isBlank(std::string_view text) {
    while (!text.empty()) {
        const auto* first = std::find_if(kInvisible.begin(), kInvisible.end(),
                                         [&](std::string_view one) { return text.starts_with(one); });
        if (first == kInvisible.end()) return false;
        text.remove_prefix(first->size());
    }
    return true;
}

std::string quotedText(std::string_view text, std::size_t mostBytes) {
    if (text.size() <= mostBytes) return "'" + std::string(text) + "'";
    std::size_t end = mostBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    return "'" + std::string(text.substr(0, end)) + "...'";
}

bool isToken(std::string_view text) noexcept {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return kIsOfToken[static_cast<unsigned char>(c)]; });
}

std::string pathOfAddress(std::string_view address) {
    const std::size_t scheme = address.find("://");
    const std::size_t slash = address.find('/', scheme == std::string_view::npos ? 0 : scheme + 3);
    if (slash == std::string_view::npos) return "";
    std::string path(address.substr(slash));
    while (!path.empty() && path.back() == '/') path.pop_back();
    return path;
}

std::string percentEncoded(std::string_view text) {
    constexpr std::string_view kUnreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string encoded;
    for (const char c : text) {
        if (kUnreserved.find(c) != std::string_view::npos) {
            encoded += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        encoded += '%';
        encoded += kHex[byte >> 4];
        encoded += kHex[byte & 15];
    }
    return encoded;
}

}  // namespace inkwell
