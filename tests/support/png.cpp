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

}  // namespace

std::string pngChunk(const std::string& type, const std::string& data) {
    const std::string body = type + data;
    const auto sum = static_cast<std::uint32_t>(crc32(0, bytesOf(body), static_cast<unsigned>(body.size())));
    return bigEndian(static_cast<std::uint32_t>(data.size())) + body + bigEndian(sum);
}

std::string withPngChunk(const std::string& png, const std::string& chunk) {
    std::string bytes = png;
    return bytes.insert(bytes.find("IDAT") - 4, chunk);
}

std::string deflated(const std::string& bytes) {
    std::string packed(compressBound(bytes.size()), '\0');
    uLongf size = packed.size();
    compress(reinterpret_cast<unsigned char*>(packed.data()), &size, bytesOf(bytes), bytes.size());
    packed.resize(size);
    return packed;
}

std::string png(std::uint32_t width, std::uint32_t height, PngColour colour, const std::string& pixels) {
    std::string header = bigEndian(width) + bigEndian(height);
    header += std::string{'\x08', static_cast<char>(colour), '\0', '\0', '\0'};
    return "\x89PNG\r\n\x1a\n" + pngChunk("IHDR", header) + pngChunk("IDAT", deflated(pixels)) + pngChunk("IEND", "");
}

}  // namespace inkwell::test
