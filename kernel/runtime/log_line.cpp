#include "kernel/runtime/log_line.h"

#include <algorithm>
#include <cstdio>

namespace inkwell::kernel {

namespace {

struct CodePoint {
    std::uint32_t value;
    std::size_t length;  // 0: no valid UTF-8 begins here
};

CodePoint decode(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    if (first < 0x80) return {first, 1};
    const std::size_t length = first >= 0xF0 && first < 0xF5   ? 4
                               : first >= 0xE0 && first < 0xF0 ? 3
                               : first >= 0xC2 && first < 0xE0 ? 2
                                                               : 0;
    if (length == 0 || text.size() < length) return {0, 0};
    std::uint32_t value = first & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return {0, 0};
        value = (value << 6) | (byte(i) & 0x3Fu);
    }
    constexpr std::uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    if (value < kSmallest[length] || value > 0x10FFFF || surrogate) return {0, 0};
    return {value, length};
}

bool isSafe(std::uint32_t codePoint) {
    const bool control = codePoint < 0x20 || (codePoint >= 0x7F && codePoint <= 0x9F);
    const bool separatorOrDirection =
        (codePoint >= 0x2028 && codePoint <= 0x202E) || (codePoint >= 0x2066 && codePoint <= 0x2069);
    return !control && !separatorOrDirection;
}

}  // namespace

std::string_view safeStart(std::string_view text) {
    std::size_t end = 0;
    while (end < text.size() && text[end] != '\\' && text[end] != '"') {
        const CodePoint point = decode(text.substr(end));
        if (point.length == 0 || !isSafe(point.value)) break;
        end += point.length;
    }
    return text.substr(0, end);
}

// Both forms write escapes as JSON does; a quote needs one only inside JSON. The backslash always does, or "\n" from a
// client would look like our escape.
std::string escapeOf(std::string_view text, bool json, std::size_t& length) {
    const CodePoint point = decode(text);
    length = std::max<std::size_t>(point.length, 1);
    if (point.length == 0) return "\\ufffd";
    if (point.value == '"') return json ? "\\\"" : "\"";
    if (point.value == '\\') return "\\\\";
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\u%04x", point.value);
    return escape;
}

std::string validUtf8(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = decode(text.substr(i)).length;
        out.append(length == 0 ? "\xEF\xBF\xBD" : text.substr(i, length));
        i += std::max<std::size_t>(length, 1);
    }
    return out;
}

std::string_view levelName(LogLevel level) {
    switch (level) {
        case LogLevel::Debug:
            return "debug";
        case LogLevel::Info:
            return "info";
        case LogLevel::Warn:
            return "warn";
        case LogLevel::Error:
            return "error";
    }
    return "error";
}

}  // namespace inkwell::kernel
