#include "kernel/runtime/clean_text.h"

#include <cstdint>
#include <cstring>

namespace inkwell::kernel {

namespace {

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

}  // namespace inkwell::kernel
