#include "uploads/encoded_name.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "inkwell/crypto.h"
#include "inkwell/error.h"
#include "inkwell/text.h"

namespace inkwell::media {

namespace {

ApiError malformed(std::string_view what, const char* why) {
    return ApiError::badRequest("the multipart body has a part whose " + std::string(what) + " " + why);
}

ApiError malformedWord(const char* why) { return malformed("file name is written as an encoded word (RFC 2047)", why); }

bool isAttributeCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("!#$&+-.^_`|~").find(c) != std::string_view::npos;
}

// Of the two hexadecimal digits at the beginning of `text`.
std::optional<char> byteOf(std::string_view text) {
    unsigned char byte = 0;
    if (text.size() < 2) return std::nullopt;
    const auto [end, error] = std::from_chars(text.data(), text.data() + 2, byte, 16);
    if (error != std::errc() || end != text.data() + 2) return std::nullopt;
    return static_cast<char>(byte);
}

std::string latinToUtf8(std::string_view bytes) {
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x80) text += static_cast<char>(0xC0 | byte >> 6);
        text += byte >= 0x80 ? static_cast<char>(0x80 | (byte & 0x3F)) : c;
    }
    return text;
}

std::string decodedQ(std::string_view text) {
    std::string bytes;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '=') {
            bytes += text[at] == '_' ? ' ' : text[at];
            continue;
        }
        const std::optional<char> byte = byteOf(text.substr(at + 1));
        if (!byte) throw malformedWord("with a '=' that is followed by no two hexadecimal digits");
        bytes += *byte;
        at += 2;
    }
    return bytes;
}

bool isWord(std::string_view token) { return token.size() > 4 && token.starts_with("=?") && token.ends_with("?="); }

// "=?charset?encoding?text?="
std::string decodedWord(std::string_view word) {
    std::array<std::string_view, 3> fields;
    std::string_view rest = word.substr(2, word.size() - 4);
    for (std::size_t i = 0; i < 2; ++i) {
        const std::size_t end = rest.find('?');
        if (end == std::string_view::npos) throw malformedWord("without charset, encoding and text");
        fields[i] = rest.substr(0, end);
        rest.remove_prefix(end + 1);
    }
    fields[2] = rest;
    const auto& [charset, encoding, text] = fields;
    std::string bytes;
    if (asciiLower(encoding) == "q") {
        bytes = decodedQ(text);
    } else if (asciiLower(encoding) == "b") {
        const std::optional<std::string> decoded = fromBase64(text);
        if (!decoded) throw malformedWord("whose text is not base64");
        bytes = *decoded;
    } else {
        throw malformedWord("whose encoding is neither B nor Q");
    }
    // A language may follow (RFC 2231, section 5).
    const std::string name = asciiLower(charset.substr(0, charset.find('*')));
    if (name == "utf-8" || name == "us-ascii") return bytes;
    if (name == "iso-8859-1") return latinToUtf8(bytes);
    throw malformedWord("in another charset than UTF-8, ISO-8859-1 and US-ASCII; send UTF-8");
}

}  // namespace

std::string decodedExtended(std::string_view value) {
    const auto wrong = [](const char* why) { return malformed("'filename*'", why); };
    const std::size_t charset = value.find('\'');
    const std::size_t language = charset == std::string_view::npos ? charset : value.find('\'', charset + 1);
    if (language == std::string_view::npos) throw wrong("does not begin with a charset and a language: UTF-8''");
    if (asciiLower(value.substr(0, charset)) != "utf-8") throw wrong("is in another charset than UTF-8");
    std::string bytes;
    for (std::size_t at = language + 1; at < value.size(); ++at) {
        if (value[at] != '%') {
            if (!isAttributeCharacter(value[at])) throw wrong("has a character that must be written as %XX");
            bytes += value[at];
            continue;
        }
        const std::optional<char> byte = byteOf(value.substr(at + 1));
        if (!byte) throw wrong("has a '%' that is followed by no two hexadecimal digits");
        bytes += *byte;
        at += 2;
    }
    return bytes;
}

std::string decodedWords(std::string_view value) {
    std::string text;
    bool isBehindWord = false;
    while (!value.empty()) {
        const std::size_t begin = std::min(value.find_first_not_of(' '), value.size());
        const std::size_t end = std::min(value.find(' ', begin), value.size());
        const std::string_view token = value.substr(begin, end - begin);
        const bool isEncoded = isWord(token);
        // The spaces between two words are none of the text.
        if (!isEncoded || !isBehindWord) text += value.substr(0, begin);
        text += isEncoded ? decodedWord(token) : std::string(token);
        isBehindWord = isEncoded;
        value.remove_prefix(end);
    }
    return text;
}

}  // namespace inkwell::media
