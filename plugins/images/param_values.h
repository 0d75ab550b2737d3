#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "image_params.h"

/// Readers and writers of single values. Readers return nothing for invalid text.
namespace inkwell::images {

/// A finite decimal number; must be the whole text.
std::optional<double> readNumber(std::string_view text);
std::optional<double> readNumber(std::string_view text, double min, double max);
std::optional<int> readInteger(std::string_view text, int min, int max);

/// "300" and "300.5" are pixels, "0.5" and "1.0" fractions of the source's side. Above zero.
std::optional<Length> readLength(std::string_view text);

/// "x,y,w,h": numbers as in readLength, x also left, center, right, y also top, middle, bottom, w and h also full.
std::optional<Region> readRegion(std::string_view text);

/// "16:9" -> 1.777...
std::optional<double> readRatio(std::string_view text);

/// RGB, ARGB, RRGGBB or AARRGGBB in hex, or one of CSS 2.1's colour names or "transparent".
std::optional<Colour> readColour(std::string_view text);

std::vector<std::string_view> splitList(std::string_view text, char separator);

std::string writeNumber(double value);
std::string writeLength(const Length& length);
std::string writeRegion(const Region& region);
std::string writeColour(const Colour& colour);

}  // namespace inkwell::images
