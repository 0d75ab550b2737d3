#include "inkwell/packed_text.h"

#include <lz4.h>
#include <lz4hc.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>

#include "packing_dictionary.h"

namespace inkwell {

namespace {

static_assert(std::endian::native == std::endian::little, "sizes are stored as they lie in memory");

// Before the compressed bytes stand one of these marks, which begin no JSON text, and the size of the text.
constexpr char kMark = '\x01';
constexpr char kMarkOfDictionary = '\x02';
using Size = std::uint32_t;
constexpr std::size_t kHeadBytes = 1 + sizeof(Size);

// The dictionary is lost in longer ones, and others would wait for a packer that takes three times as long with them.
constexpr std::size_t kShortBytes = 64 * std::size_t{1024};

bool isPacked(std::string_view stored) {
    return !stored.empty() && (stored.front() == kMark || stored.front() == kMarkOfDictionary);
}

// Needs 256 KB: one serves all threads, each for some 15 microseconds.
class Packer {
public:
    Packer() {
        if (!stream_) throw std::bad_alloc();
    }

    int pack(std::string_view text, char* out, int room) {
        const std::lock_guard lock(mutex_);
        LZ4_resetStreamHC_fast(stream_.get(), LZ4HC_CLEVEL_MIN);
        LZ4_loadDictHC(stream_.get(), dictionary_.data(), static_cast<int>(dictionary_.size()));
        return LZ4_compress_HC_continue(stream_.get(), text.data(), out, static_cast<int>(text.size()), room);
    }

private:
    struct Free {
        void operator()(LZ4_streamHC_t* stream) const { LZ4_freeStreamHC(stream); }
    };
    std::mutex mutex_;
    const std::string& dictionary_ = packingDictionary();
    const std::unique_ptr<LZ4_streamHC_t, Free> stream_{LZ4_createStreamHC()};
};

int unpackInto(std::string& text, char mark, std::string_view packed) {
    const int size = static_cast<int>(text.size());
    const int packedSize = static_cast<int>(packed.size());
    if (mark == kMark) return LZ4_decompress_safe(packed.data(), text.data(), packedSize, size);
    const std::string& dictionary = packingDictionary();
    return LZ4_decompress_safe_usingDict(packed.data(), text.data(), packedSize, size, dictionary.data(),
                                         static_cast<int>(dictionary.size()));
}

}  // namespace

SqlValue packText(std::string_view text) {
    const std::size_t bound = text.size() <= LZ4_MAX_INPUT_SIZE ? LZ4_compressBound(static_cast<int>(text.size())) : 0;
    if (bound == 0) {
        if (!isPacked(text)) return SqlBytes{std::string(text)};
        throw DatabaseError(DatabaseError::Kind::Other, "a text of more than 2 GB cannot be packed");
    }
    const bool isShort = text.size() <= kShortBytes;
    SqlBytes packed{std::string(kHeadBytes + bound, isShort ? kMarkOfDictionary : kMark)};
    const Size size = static_cast<Size>(text.size());
    std::memcpy(packed.bytes.data() + 1, &size, sizeof size);
    char* out = packed.bytes.data() + kHeadBytes;
    static Packer packer;
    const int written =
        isShort ? packer.pack(text, out, static_cast<int>(bound))
                : LZ4_compress_default(text.data(), out, static_cast<int>(text.size()), static_cast<int>(bound));
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
    const int read = unpackInto(text, stored.front(), packed);
    if (read < 0 || static_cast<Size>(read) != size) throw damaged();
    return text;
}

}  // namespace inkwell
