#include "param_values.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace inkwell::images {

namespace {

constexpr double kMaxLengthPx = 1'000'000;

struct NamedColour {
    std::string_view name;
    Colour colour;
};

// CSS 2.1, 4.3.6.
constexpr std::array<NamedColour, 20> kColours = {{
    {"maroon", {128, 0, 0}},    {"red", {255, 0, 0}},        {"orange", {255, 165, 0}},  {"yellow", {255, 255, 0}},
    {"olive", {128, 128, 0}},   {"purple", {128, 0, 128}},   {"fuchsia", {255, 0, 255}}, {"magenta", {255, 0, 255}},
    {"white", {255, 255, 255}}, {"lime", {0, 255, 0}},       {"green", {0, 128, 0}},     {"navy", {0, 0, 128}},
    {"blue", {0, 0, 255}},      {"aqua", {0, 255, 255}},     {"cyan", {0, 255, 255}},    {"teal", {0, 128, 128}},
    {"black", {0, 0, 0}},       {"silver", {192, 192, 192}}, {"gray", {128, 128, 128}},  {"transparent", {0, 0, 0, 0}},
}};

std::optional<Coordinate> readCoordinate(std::string_view text, std::string_view begin, std::string_view middle,
                                         std::string_view end) {
    if (text == begin) return Coordinate{};
    if (text == middle) return Coordinate{Coordinate::Kind::Middle, {}};
    if (text == end) return Coordinate{Coordinate::Kind::End, {}};
    if (readNumber(text) == 0.0) return Coordinate{};
    const std::optional<Length> number = readLength(text);
    if (!number) return std::nullopt;
    return Coordinate{Coordinate::Kind::Number, *number};
}

std::optional<Length> readSide(std::string_view text) {
    if (text == "full") return Length{1, true};
    return readLength(text);
}

std::string writeCoordinate(const Coordinate& coordinate, const char* middle, const char* end) {
    if (coordinate.kind == Coordinate::Kind::Middle) return middle;
    if (coordinate.kind == Coordinate::Kind::End) return end;
    return writeLength(coordinate.number);
}

std::optional<Colour> readHexColour(std::string_view text) {
    std::string digits;
    for (const char c : text) digits += text.size() <= 4 ? std::string(2, c) : std::string(1, c);
    if (digits.size() == 6) digits.insert(0, "ff");
    if (digits.size() != 8) return std::nullopt;
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    const auto byte = [&](int shift) { return static_cast<std::uint8_t>(value >> shift); };
    return Colour{byte(16), byte(8), byte(0), byte(24)};
}

}  // namespace

std::optional<double> readNumber(std::string_view text) {
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, value, std::chars_format::fixed);
    if (error != std::errc() || at != end || !std::isfinite(value)) return std::nullopt;
    return value;
}

std::optional<double> readNumber(std::string_view text, double min, double max) {
    const std::optional<double> value = readNumber(text);
    return value && *value >= min && *value <= max ? value : std::nullopt;
}

std::optional<int> readInteger(std::string_view text, int min, int max) {
    const std::optional<double> value = readNumber(text, min, max);
    return value ? std::optional(static_cast<int>(std::lround(*value))) : std::nullopt;
}

std::optional<Length> readLength(std::string_view text) {
    const std::optional<double> value = readNumber(text, 0, kMaxLengthPx);
    if (!value || *value == 0) return std::nullopt;
    const bool isFraction = *value <= 1 && text.find('.') != std::string_view::npos;
    return Length{isFraction ? *value : std::max(1.0, *value), isFraction};
}

std::optional<Region> readRegion(std::string_view text) {
    const std::vector<std::string_view> parts = splitList(text, ',');
    if (parts.size() != 4) return std::nullopt;
    const std::optional<Coordinate> left = readCoordinate(parts[0], "left", "center", "right");
    const std::optional<Coordinate> top = readCoordinate(parts[1], "top", "middle", "bottom");
    const std::optional<Length> width = readSide(parts[2]);
    const std::optional<Length> height = readSide(parts[3]);
    if (!left || !top || !width || !height) return std::nullopt;
    return Region{*left, *top, *width, *height};
}

std::optional<double> readRatio(std::string_view text) {
    const std::vector<std::string_view> sides = splitList(text, ':');
    if (sides.size() != 2) return std::nullopt;
    const std::optional<double> width = readNumber(sides[0], 0, kMaxLengthPx);
    const std::optional<double> height = readNumber(sides[1], 0, kMaxLengthPx);
    if (!width || !height || *width == 0 || *height == 0) return std::nullopt;
    return *width / *height;
}

std::optional<Colour> readColour(std::string_view text) {
    for (const NamedColour& one : kColours)
        if (one.name == text) return one.colour;
    return readHexColour(text);
}

std::vector<std::string_view> splitList(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

std::string writeNumber(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.4f", value);
    std::string written = text.data();
    written.erase(written.find_last_not_of('0') + 1);
    if (written.back() == '.') written.pop_back();
    return written;
}

std::string writeLength(const Length& length) {
    std::string text = writeNumber(length.value);
    if (length.isFraction && text == "0") text = "0.0001";
    if (length.isFraction && text.find('.') == std::string::npos) text += ".0";
    return text;
}

std::string writeRegion(const Region& region) {
    return writeCoordinate(region.left, "center", "right") + "," + writeCoordinate(region.top, "middle", "bottom") +
           "," + writeLength(region.width) + "," + writeLength(region.height);
}

std::string writeColour(const Colour& colour) {
    std::array<char, 9> text{};
    std::snprintf(text.data(), text.size(), "%02x%02x%02x%02x", colour.alpha, colour.red, colour.green, colour.blue);
    return text.data();
}

}  // namespace inkwell::images
