#pragma once

#include <cstdint>
#include <string>

namespace inkwell::test {

enum class PngColour : char { Grey = 0, Rgb = 2 };

/// A PNG of eight bits for each colour. Its header promises that size, whatever `pixels` hold: for each row a 0, then
/// the bytes of its pixels.
std::string png(std::uint32_t width, std::uint32_t height, PngColour colour, const std::string& pixels);

/// A chunk of a PNG, and the file with it before its pixels.
std::string pngChunk(const std::string& type, const std::string& data);
std::string withPngChunk(const std::string& png, const std::string& chunk);

/// As PNG packs what it packs.
std::string deflated(const std::string& bytes);

}  // namespace inkwell::test
