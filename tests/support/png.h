#pragma once

#include <cstdint>
#include <string>

namespace inkwell::test {

enum class PngColour : char { Grey = 0, Rgb = 2 };

/// A PNG of eight bits for each colour. Its header promises that size, whatever `pixels` hold: for each row a 0, then
/// the bytes of its pixels.
std::string png(std::uint32_t width, std::uint32_t height, PngColour colour, const std::string& pixels);

}  // namespace inkwell::test
