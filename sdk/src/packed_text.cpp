#include "inkwell/packed_text.h"

#include <lz4.h>

#include <bit>
#include <cstdint>
#include <cstring>

namespace inkwell {

namespace {

static_assert(std::endian::native == std::endian::little, "sizes are stored as they lie in memory");

// Before the compressed bytes stand this mark, which begins no JSON text, and the size of the text.
constexpr char kMark = '\x01';
using Size = std::uint32_t;
constexpr std::size_t kHeadBytes = 1 + sizeof(Size);

bool isPacked(std::string_view stored) { return !stored.empty() && stored.front() == kMark; }

}  // namespace

SqlValue packText(std::string_view text) {
    const std::size_t bound = text.size() <= LZ4_MAX_INPUT_SIZE ? LZ4_compressBound(static_cast<int>(text.size())) : 0;
    if (bound == 0) {
        if (!isPacked(text)) return SqlBytes{std::string(text)};
        throw DatabaseError(DatabaseError::Kind::Other, "a text of more than 2 GB cannot be packed");
    }
    SqlBytes packed{std::string(kHeadBytes + bound, kMark)};
    const Size size = static_cast<Size>(text.size());
    std::memcpy(packed.bytes.data() + 1, &size, sizeof size);
    const int written = LZ4_compress_default(text.data(), packed.bytes.data() + kHeadBytes,
                                             static_cast<int>(text.size()), static_cast<int>(bound));
    packed.bytes.resize(kHeadBytes + static_cast<std::size_t>(written));
    if (packed.bytes.size() >= text.size() && !isPacked(text)) packed.bytes = text;
    return packed;
}

std::string unpackText(std::string_view stored, std::string_view id) {
    if (!isPacked(stored)) return std::string(stored);
    const auto damaged = [id] {
        return DatabaseError(DatabaseError::Kind::Other,
                             "what is stored of '" + std::string(id) + "' is damaged: restore it from a backup");
    };
    if (stored.size() < kHeadBytes) throw damaged();
    Size size = 0;
    std::memcpy(&size, stored.data() + 1, sizeof size);
    const std::string_view packed = stored.substr(kHeadBytes);
    // LZ4 makes at most 255 bytes of one: more is no reason to allocate what a damaged size says.
    if (size > LZ4_MAX_INPUT_SIZE || size > packed.size() * 255) throw damaged();
    std::string text(size, '\0');
    const int read =
        LZ4_decompress_safe(packed.data(), text.data(), static_cast<int>(packed.size()), static_cast<int>(size));
    if (read < 0 || static_cast<Size>(read) != size) throw damaged();
    return text;
}

}  // namespace inkwell
