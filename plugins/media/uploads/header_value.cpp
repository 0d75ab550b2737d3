#include "uploads/header_value.h"

#include <algorithm>

#include "inkwell/text.h"

namespace inkwell::media {

namespace {

// Up to the closing quote; nothing when there is none. Some clients put a backslash before a quote, browsers write %22.
std::optional<std::string> takeQuoted(std::string_view& text) {
    std::string value;
    for (std::size_t at = 1; at < text.size(); ++at) {
        if (text[at] == '"') {
            text.remove_prefix(at + 1);
            return value;
        }
        const bool escapes = text[at] == '\\' && at + 1 < text.size() && (text[at + 1] == '"' || text[at + 1] == '\\');
        if (escapes) ++at;
        if (text.substr(at, 3) == "%22") {
            value += '"';
            at += 2;
        } else {
            value += text[at];
        }
    }
    return std::nullopt;
}

std::string takePlain(std::string_view& text) {
    const std::size_t end = std::min(text.find(';'), text.size());
    std::string value(trimmed(text.substr(0, end)));
    text.remove_prefix(end);
    return value;
}

}  // namespace

std::optional<std::string> HeaderValue::find(std::string_view name) const {
    for (const auto& [key, parameter] : parameters)
        if (key == name) return parameter;
    return std::nullopt;
}

std::optional<HeaderValue> parseHeaderValue(std::string_view text) {
    HeaderValue header;
    header.value = asciiLower(takePlain(text));
    while (!(text = trimmed(text)).empty()) {
        if (text.front() != ';') return std::nullopt;
        text = trimmed(text.substr(1));
        if (text.empty()) break;
        const std::size_t equals = text.find('=');
        if (equals == std::string_view::npos) return std::nullopt;
        std::string name = asciiLower(trimmed(text.substr(0, equals)));
        text = trimmed(text.substr(equals + 1));
        const bool quoted = !text.empty() && text.front() == '"';
        std::optional<std::string> value = quoted ? takeQuoted(text) : takePlain(text);
        if (!value || header.find(name)) return std::nullopt;
        header.parameters.emplace_back(std::move(name), std::move(*value));
    }
    return header;
}

}  // namespace inkwell::media
