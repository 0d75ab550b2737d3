#include "tests/support/png.h"

#include <zlib.h>

namespace inkwell::test {

namespace {

const unsigned char* bytesOf(const std::string& text) { return reinterpret_cast<const unsigned char*>(text.data()); }

std::string bigEndian(std::uint32_t value) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift);
    return bytes;
}

std::string chunk(const std::string& type, const std::string& data) {
    const std::string body = type + data;
    const auto sum = static_cast<std::uint32_t>(crc32(0, bytesOf(body), static_cast<unsigned>(body.size())));
    return bigEndian(static_cast<std::uint32_t>(data.size())) + body + bigEndian(sum);
}

}  // namespace

std::string png(std::uint32_t width, std::uint32_t height, PngColour colour, const std::string& pixels) {
    std::string packed(compressBound(pixels.size()), '\0');
    uLongf size = packed.size();
    compress(reinterpret_cast<unsigned char*>(packed.data()), &size, bytesOf(pixels), pixels.size());
    packed.resize(size);
    std::string header = bigEndian(width) + bigEndian(height);
    header += std::string{'\x08', static_cast<char>(colour), '\0', '\0', '\0'};
    return "\x89PNG\r\n\x1a\n" + chunk("IHDR", header) + chunk("IDAT", packed) + chunk("IEND", "");
}

}  // namespace inkwell::test
