#include <algorithm>
#include <array>
#include <vector>

#include "inkwell/text.h"

namespace inkwell {

namespace {

struct Range {
    char32_t first, last;
};

// The property Extended_Pictographic of Unicode 14, which reserves the blocks for later emoji too.
constexpr auto kPictographs = std::to_array<Range>(
    {{0xA9, 0xA9},       {0xAE, 0xAE},       {0x203C, 0x203C},   {0x2049, 0x2049},   {0x2122, 0x2122},
     {0x2139, 0x2139},   {0x2194, 0x2199},   {0x21A9, 0x21AA},   {0x231A, 0x231B},   {0x2328, 0x2328},
     {0x2388, 0x2388},   {0x23CF, 0x23CF},   {0x23E9, 0x23F3},   {0x23F8, 0x23FA},   {0x24C2, 0x24C2},
     {0x25AA, 0x25AB},   {0x25B6, 0x25B6},   {0x25C0, 0x25C0},   {0x25FB, 0x25FE},   {0x2600, 0x2605},
     {0x2607, 0x2612},   {0x2614, 0x2685},   {0x2690, 0x2705},   {0x2708, 0x2712},   {0x2714, 0x2714},
     {0x2716, 0x2716},   {0x271D, 0x271D},   {0x2721, 0x2721},   {0x2728, 0x2728},   {0x2733, 0x2734},
     {0x2744, 0x2744},   {0x2747, 0x2747},   {0x274C, 0x274C},   {0x274E, 0x274E},   {0x2753, 0x2755},
     {0x2757, 0x2757},   {0x2763, 0x2767},   {0x2795, 0x2797},   {0x27A1, 0x27A1},   {0x27B0, 0x27B0},
     {0x27BF, 0x27BF},   {0x2934, 0x2935},   {0x2B05, 0x2B07},   {0x2B1B, 0x2B1C},   {0x2B50, 0x2B50},
     {0x2B55, 0x2B55},   {0x3030, 0x3030},   {0x303D, 0x303D},   {0x3297, 0x3297},   {0x3299, 0x3299},
     {0x1F000, 0x1F0FF}, {0x1F10D, 0x1F10F}, {0x1F12F, 0x1F12F}, {0x1F16C, 0x1F171}, {0x1F17E, 0x1F17F},
     {0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A}, {0x1F1AD, 0x1F1E5}, {0x1F201, 0x1F20F}, {0x1F21A, 0x1F21A},
     {0x1F22F, 0x1F22F}, {0x1F232, 0x1F23A}, {0x1F23C, 0x1F23F}, {0x1F249, 0x1F3FA}, {0x1F400, 0x1F53D},
     {0x1F546, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F774, 0x1F77F}, {0x1F7D5, 0x1F7FF}, {0x1F80C, 0x1F80F},
     {0x1F848, 0x1F84F}, {0x1F85A, 0x1F85F}, {0x1F888, 0x1F88F}, {0x1F8AE, 0x1F8FF}, {0x1F90C, 0x1F93A},
     {0x1F93C, 0x1F945}, {0x1F947, 0x1FAFF}, {0x1FC00, 0x1FFFD}});

constexpr char32_t kJoiner = 0x200D;
constexpr char32_t kEmojiStyle = 0xFE0F;
constexpr char32_t kKeycap = 0x20E3;
constexpr char32_t kLastTag = 0xE007F;

bool isPictograph(char32_t c) {
    const auto* after = std::upper_bound(kPictographs.begin(), kPictographs.end(), c,
                                         [](char32_t value, const Range& range) { return value < range.first; });
    return after != kPictographs.begin() && c <= std::prev(after)->last;
}

bool isSkinTone(char32_t c) { return c >= 0x1F3FB && c <= 0x1F3FF; }
bool isRegional(char32_t c) { return c >= 0x1F1E6 && c <= 0x1F1FF; }
bool isTag(char32_t c) { return c >= 0xE0020 && c < kLastTag; }
bool isKeycapBase(char32_t c) { return (c >= '0' && c <= '9') || c == '#' || c == '*'; }

// Empty for what is no UTF-8; the longest emoji in use has 14 code points, flags by tags included.
std::u32string decode(std::string_view utf8) {
    std::u32string all;
    for (std::size_t i = 0; i < utf8.size();) {
        const auto lead = static_cast<unsigned char>(utf8[i]);
        const std::size_t length = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
        if (i + length > utf8.size()) return {};
        char32_t c = length == 1 ? lead : lead & (0x7F >> length);
        for (std::size_t k = 1; k < length; ++k) c = (c << 6) | (static_cast<unsigned char>(utf8[i + k]) & 0x3F);
        all += c;
        i += length;
    }
    return all;
}

/// The length of the flag, keycap or picture (without joiners) that starts at `at`; 0 for none (Unicode TS 51,
/// "emoji sequences").
std::size_t elementLength(const std::u32string& text, std::size_t at) {
    const auto is = [&](std::size_t i, auto property) { return i < text.size() && property(text[i]); };
    const auto equals = [&](std::size_t i, char32_t c) { return i < text.size() && text[i] == c; };
    if (is(at, isRegional)) return is(at + 1, isRegional) ? 2 : 0;
    if (is(at, isKeycapBase)) {
        const std::size_t style = equals(at + 1, kEmojiStyle) ? 1 : 0;
        return equals(at + 1 + style, kKeycap) ? 2 + style : 0;
    }
    if (!is(at, isPictograph) && !is(at, isSkinTone)) return 0;
    std::size_t end = at + 1;
    if (is(end, isSkinTone) || equals(end, kEmojiStyle)) ++end;
    if (!is(end, isTag)) return end - at;
    while (is(end, isTag)) ++end;
    return equals(end, kLastTag) ? end + 1 - at : 0;
}

}  // namespace

bool isEmoji(std::string_view text) {
    constexpr std::size_t kMaxBytes = 100;
    if (text.empty() || text.size() > kMaxBytes) return false;
    const std::u32string points = decode(text);
    std::size_t at = 0;
    while (true) {
        const std::size_t length = elementLength(points, at);
        if (length == 0) return false;
        at += length;
        if (at == points.size()) return true;
        if (points[at] != kJoiner) return false;
        ++at;
    }
}

}  // namespace inkwell
