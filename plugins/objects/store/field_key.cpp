#include "store/field_key.h"

#include <bit>
#include <cmath>
#include <cstdint>

#include "inkwell/crypto.h"
#include "inkwell/list_query_sql.h"
#include "inkwell/text.h"

namespace inkwell::objects {

namespace {

// In the order of their bytes.
constexpr std::string_view kDigits = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kLast = "\xF4\x8F\xBF\xBF";  // the highest code point
constexpr std::string_view kCut = "\x01\x03";           // stands in no indexedText

// Eleven digits of six bits, so that texts compare as the numbers do; zeros at the end are left out.
std::string digitsOf(std::uint64_t bits) {
    std::string digits;
    for (int shift = 58; shift >= -2; shift -= 6) {
        const std::uint64_t six = shift >= 0 ? bits >> static_cast<unsigned>(shift) : bits << 2U;
        digits += kDigits[six & 63U];
    }
    while (!digits.empty() && digits.back() == kDigits.front()) digits.pop_back();
    return digits;
}

std::string_view firstPoints(std::string_view text, std::size_t count) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        if ((static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) continue;
        if (count-- == 0) return text.substr(0, at);
    }
    return text;
}

std::string digestOf(std::string_view text) {
    const std::string bytes = Digest::of(text);
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < sizeof bits; ++i) bits = bits << 8U | static_cast<unsigned char>(bytes[i]);
    return digitsOf(bits);
}

std::string withLetter(std::string_view text) { return std::string(kTexts).append(text); }

}  // namespace

bool isWholeKey(std::string_view text) {
    return text.size() <= 4 * kWholeKeyLength && codePoints(indexedText(text)) <= kWholeKeyLength;
}

bool isOrderedKey(std::string_view text) {
    return text.size() <= 4 * kKeyPrefixLength && codePoints(indexedText(text)) <= kKeyPrefixLength;
}

std::string textKey(std::string_view text) {
    if (isWholeKey(text)) return withLetter(indexedText(text));
    // A code point is four bytes at most, and an escape adds one.
    const std::string begin = indexedText(text.substr(0, 4 * kKeyPrefixLength));
    return withLetter(firstPoints(begin, kKeyPrefixLength)).append(kCut).append(digestOf(text));
}

std::string lowestKeyFrom(std::string_view text) {
    if (isOrderedKey(text)) return withLetter(indexedText(text));
    return withLetter(firstPoints(indexedText(text.substr(0, 4 * kKeyPrefixLength)), kKeyPrefixLength));
}

std::string highestKeyUpTo(std::string_view text) {
    const std::string lowest = lowestKeyFrom(text);
    if (isOrderedKey(text)) return lowest;
    std::string highest = lowest;
    for (std::size_t i = 0; i < kWholeKeyLength; ++i) highest += kLast;  // whatever follows
    return highest;
}

std::string numberKey(double number) {
    if (number == 0) number = 0;  // not -0
    const auto bits = std::bit_cast<std::uint64_t>(number);
    constexpr std::uint64_t kSign = std::uint64_t{1} << 63U;
    return "n" + digitsOf((bits & kSign) != 0 ? ~bits : bits | kSign);
}

bool isOrderedKey(double number) {
    constexpr double kWholeNumbers = 9007199254740992;  // 2^53
    return std::abs(number) < kWholeNumbers;
}

std::string flagKey(bool flag) { return flag ? "y1" : "y0"; }

std::string keyOf(const Json& value) {
    if (const auto* text = value.if_string()) return textKey(*text);
    return value.is_bool() ? flagKey(value.get_bool()) : numberKey(value.to_number<double>());
}

std::string plainText(std::string_view indexed) {
    std::string text;
    for (std::size_t at = 0; at < indexed.size(); ++at) {
        if (indexed[at] != '\x01') {
            text += indexed[at];
        } else if (at + 1 < indexed.size() && indexed[++at] == '\x02') {
            text += '\x01';
        }
    }
    return text;
}

}  // namespace inkwell::objects
