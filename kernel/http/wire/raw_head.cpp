#include "kernel/http/wire/raw_head.h"

#include <algorithm>
#include <array>

#include "inkwell/text.h"

namespace inkwell::kernel {

namespace {

constexpr std::size_t kMaxLengthDigits = 18;  // below 2^63

using CharacterSet = std::array<bool, 256>;

// From `first` on, but for the control character DEL and the byte FF, which Poco takes for the end of the head.
constexpr CharacterSet charactersFrom(unsigned char first) {
    constexpr std::size_t kDelete = 0x7f;
    constexpr std::size_t kEndForPoco = 0xff;
    CharacterSet set{};
    for (std::size_t c = first; c < kEndForPoco; ++c) set[c] = c != kDelete;
    return set;
}

constexpr CharacterSet kTarget = charactersFrom('!');
constexpr CharacterSet kVisible = charactersFrom(' ');

bool isAllOf(std::string_view text, const CharacterSet& set) noexcept {
    return std::all_of(text.begin(), text.end(), [&](char c) { return set[static_cast<unsigned char>(c)]; });
}

bool isValue(std::string_view text) noexcept {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return c == '\t' || kVisible[static_cast<unsigned char>(c)]; });
}

bool isDigits(std::string_view text) noexcept {
    return !text.empty() && text.size() <= kMaxLengthDigits &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// `lower` is in lower case.
bool isName(std::string_view text, std::string_view lower) noexcept {
    return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                      [](char a, char b) { return a == b || (a >= 'A' && a <= 'Z' && a - 'A' + 'a' == b); });
}

// Of blanks and tabs, and nothing else: others are no white space to other readers.
std::string_view withoutBlanks(std::string_view text) noexcept {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// Cuts the first line off. RFC 9112, 2.2: a line feed alone ends a line, too.
std::string_view takeLine(std::string_view& text) noexcept {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return line;
}

bool isVersion(std::string_view text) noexcept { return text == "HTTP/1.1" || text == "HTTP/1.0"; }

bool isRequestLine(std::string_view line) noexcept {
    const std::size_t first = line.find(' ');
    const std::size_t last = line.rfind(' ');
    if (first == std::string_view::npos || first + 1 >= last) return false;
    return isToken(line.substr(0, first)) && isAllOf(line.substr(first + 1, last - first - 1), kTarget) &&
           isVersion(line.substr(last + 1));
}

}  // namespace

bool isSoundHead(std::string_view head) noexcept {
    const std::string_view requestLine = takeLine(head);
    if (!isRequestLine(requestLine)) return false;
    const bool mayBeChunked = requestLine.back() == '1';  // HTTP/1.0 knows no chunks
    int framings = 0;
    while (true) {
        const std::string_view line = takeLine(head);
        if (line.empty()) break;
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos) return false;
        const std::string_view name = line.substr(0, colon);
        const std::string_view value = withoutBlanks(line.substr(colon + 1));
        if (!isToken(name) || !isValue(value)) return false;
        if (isName(name, "content-length")) {
            if (!isDigits(value)) return false;
            ++framings;
        } else if (isName(name, "transfer-encoding")) {
            if (!mayBeChunked || !isName(value, "chunked")) return false;
            ++framings;
        }
    }
    return framings <= 1;
}

// Poco counts blanks behind a value, too.
bool isOverfull(std::string_view head) noexcept {
    std::size_t count = 0;
    takeLine(head);
    while (true) {
        std::string_view line = takeLine(head);
        if (line.empty()) return false;
        const std::size_t colon = line.find(':');
        line.remove_prefix(colon + 1);
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        if (++count > kMaxHeaders || colon > kMaxNameBytes || line.size() > kMaxValueBytes) return true;
    }
}

std::vector<std::pair<std::string_view, std::string_view>> headersOf(std::string_view head) {
    std::vector<std::pair<std::string_view, std::string_view>> headers;
    takeLine(head);
    while (head.find('\n') != std::string_view::npos) {
        const std::string_view line = takeLine(head);
        if (line.empty()) break;
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos) continue;
        headers.emplace_back(line.substr(0, colon), withoutBlanks(line.substr(colon + 1)));
    }
    return headers;
}

std::string valuesIn(std::string_view head, std::string_view name) {
    std::string values;
    for (const auto& [other, value] : headersOf(head))
        if (isName(other, name)) values.append(values.empty() ? "" : ", ").append(value);
    return values;
}

}  // namespace inkwell::kernel
