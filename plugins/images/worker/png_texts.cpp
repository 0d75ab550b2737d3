#include "png_texts.h"

#include <zlib.h>

#include <array>
#include <memory>
#include <new>

#include "file_bytes.h"

namespace inkwell::images {

namespace {

constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";

std::uint64_t behindText(FileBytes& bytes, std::uint64_t at, std::uint64_t end) {
    while (at < end && bytes.byte(at) != 0) ++at;
    return at + 1;
}

// Where what is packed begins in the chunk whose data are from `at` to `end`; `end` when nothing is.
std::uint64_t packedFrom(FileBytes& bytes, std::uint64_t type, std::uint64_t at, std::uint64_t end) {
    const bool isInternational = bytes.reads(type, "iTXt");
    if (!isInternational && !bytes.reads(type, "zTXt") && !bytes.reads(type, "iCCP")) return end;
    at = behindText(bytes, at, end);
    if (!isInternational) return at + 1;
    const bool isPacked = bytes.byte(at) != 0;
    return isPacked ? behindText(bytes, behindText(bytes, at + 2, end), end) : end;
}

std::int64_t unpackedBytes(FileBytes& bytes, std::uint64_t at, std::uint64_t end, std::int64_t most) {
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK) throw std::bad_alloc();
    const std::unique_ptr<z_stream, decltype(&inflateEnd)> ended(&stream, &inflateEnd);
    std::array<unsigned char, 32 * 1024> unpacked{};
    std::int64_t total = 0;
    int told = Z_OK;
    while (at < end && bytes.has(at) && total <= most && (told == Z_OK || told == Z_BUF_ERROR)) {
        std::span<const std::uint8_t> part = bytes.from(at);
        if (part.size() > end - at) part = part.first(end - at);
        stream.next_in = const_cast<unsigned char*>(part.data());
        stream.avail_in = static_cast<unsigned>(part.size());
        at += part.size();
        do {
            stream.next_out = unpacked.data();
            stream.avail_out = static_cast<unsigned>(unpacked.size());
            told = inflate(&stream, Z_NO_FLUSH);
            total += static_cast<std::int64_t>(unpacked.size() - stream.avail_out);
        } while (told == Z_OK && stream.avail_out == 0 && total <= most);
    }
    return total;
}

}  // namespace

std::int64_t unpackedTextBytes(int file, std::int64_t most) {
    FileBytes bytes(file);
    if (!bytes.reads(0, kSignature)) return 0;
    std::int64_t total = 0;
    for (std::uint64_t at = kSignature.size(); total <= most && bytes.has(at);) {
        const std::uint64_t data = at + 8;
        const std::uint64_t end = data + bytes.number(at, 4, false);
        total += unpackedBytes(bytes, packedFrom(bytes, at + 4, data, end), end, most - total);
        at = end + 4;
    }
    return total;
}

}  // namespace inkwell::images
