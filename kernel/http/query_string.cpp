#include "kernel/http/query_string.h"

#include <cstdint>
#include <cstring>

#include "inkwell/error.h"

namespace inkwell::kernel {

namespace {

int hexValue(char c) noexcept {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// Bytes of the sequence that begins with `lead`, and its smallest code point: shorter ones must not be written longer.
int sequenceLength(unsigned char lead, std::uint32_t& smallest) noexcept {
    if (lead < 0x80) return smallest = 1, 1;
    if ((lead & 0xE0) == 0xC0) return smallest = 0x80, 2;
    if ((lead & 0xF0) == 0xE0) return smallest = 0x800, 3;
    if ((lead & 0xF8) == 0xF0) return smallest = 0x10000, 4;
    return 0;
}

// Most text is ASCII: eight bytes of it at once, none of them NUL.
bool isPlainWord(std::string_view text, std::size_t at) noexcept {
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    std::uint64_t word = 0;
    if (text.size() - at < sizeof word) return false;
    std::memcpy(&word, text.data() + at, sizeof word);
    return ((word | (word - kOnes)) & (kOnes << 7)) == 0;
}

}  // namespace

std::string percentDecode(std::string_view text, bool plusIsSpace) {
    std::string decoded;
    decoded.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool escape = c == '%' && i + 2 < text.size() && hexValue(text[i + 1]) >= 0 && hexValue(text[i + 2]) >= 0;
        if (escape) {
            decoded += static_cast<char>(hexValue(text[i + 1]) * 16 + hexValue(text[i + 2]));
            i += 2;
        } else {
            decoded += plusIsSpace && c == '+' ? ' ' : c;
        }
    }
    return decoded;
}

bool isCleanText(std::string_view text) noexcept {
    for (std::size_t i = 0; i < text.size();) {
        if (isPlainWord(text, i)) {
            i += sizeof(std::uint64_t);
            continue;
        }
        const auto lead = static_cast<unsigned char>(text[i]);
        std::uint32_t smallest = 0;
        const int length = sequenceLength(lead, smallest);
        if (length == 0 || i + length > text.size()) return false;
        std::uint32_t point = length == 1 ? lead : lead & (0x7Fu >> length);
        for (int k = 1; k < length; ++k) {
            const auto next = static_cast<unsigned char>(text[i + k]);
            if ((next & 0xC0) != 0x80) return false;
            point = (point << 6) | (next & 0x3Fu);
        }
        const bool surrogate = point >= 0xD800 && point <= 0xDFFF;
        if (point < smallest || point > 0x10FFFF || surrogate) return false;
        i += length;
    }
    return true;
}

std::vector<std::pair<std::string, std::string>> parseQueryString(std::string_view text) {
    std::vector<std::pair<std::string, std::string>> pairs;
    while (!text.empty()) {
        const std::size_t end = text.find('&');
        const std::string_view pair = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
        if (pair.empty()) continue;
        const std::size_t equals = pair.find('=');
        std::string name = percentDecode(pair.substr(0, equals), true);
        if (!isCleanText(name)) throw ApiError::badRequest("a query parameter's name is not valid UTF-8");
        std::string value =
            equals == std::string_view::npos ? std::string{} : percentDecode(pair.substr(equals + 1), true);
        if (!isCleanText(value)) {
            throw ApiError::badRequest("query parameter '" + name + "' is not valid UTF-8 or contains NUL");
        }
        pairs.emplace_back(std::move(name), std::move(value));
    }
    return pairs;
}

std::pair<std::string_view, std::string_view> splitTarget(std::string_view target) noexcept {
    const std::size_t question = target.find('?');
    std::string_view path = target.substr(0, question);
    const std::string_view query =
        question == std::string_view::npos ? std::string_view{} : target.substr(question + 1);
    const std::size_t scheme = path.find("://");
    if (!path.empty() && path.front() != '/' && scheme != std::string_view::npos) {
        const std::size_t slash = path.find('/', scheme + 3);
        path = slash == std::string_view::npos ? std::string_view("/") : path.substr(slash);
    }
    return {path, query};
}

}  // namespace inkwell::kernel
