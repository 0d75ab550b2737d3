#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "image_format.h"

namespace inkwell::images {

/// How an image is fitted to `w` and `h`; see README.md.
enum class Fit { Clip, Crop, Max, Min, Fill, Scale };

/// A length as given: pixels, or a fraction (0 to 1) of the source's side.
struct Length {
    double value = 0;
    bool isFraction = false;
};

/// A coordinate of `rect`: a length, or a word for the start, the middle or the end.
struct Coordinate {
    enum class Kind { Number, Middle, End };
    Kind kind = Kind::Number;
    Length number;  // 0 for the start
};

struct Region {
    Coordinate left, top;
    Length width, height;
};

struct Colour {
    std::uint8_t red = 0, green = 0, blue = 0, alpha = 255;
};

/// What `fit=crop` and `fit=min` keep: -1 the left or top, 0 the middle, 1 the right or bottom.
struct CropPlace {
    int horizontal = 0;
    int vertical = 0;
    bool byEntropy = false;
    bool byFocalPoint = false;
};

/// The query parameters of `image_url`.
struct ImageParams {
    std::optional<Length> width, height;
    Fit fit = Fit::Clip;
    CropPlace crop;
    double focalX = 0.5, focalY = 0.5;
    bool byRecord = false;   // the media record decides what is shown, such as by its focal point
    double aspectRatio = 0;  // width divided by height; 0: not given
    std::optional<Region> rect;
    double dpr = 1;
    bool autoFormat = false, autoCompress = false;
    std::optional<Format> format;
    std::optional<int> quality;  // 0 to 100
    bool lossless = false;
    int orientation = 0;  // 1 to 8 as in EXIF; 0: as in the file
    int rotation = 0;     // degrees, counter-clockwise
    bool flipHorizontal = false, flipVertical = false;
    std::optional<Colour> background;
    int padPx = 0;
    int blur = 0;                                      // 0 to 2000
    int sharpen = 0;                                   // 0 to 100
    int saturation = 0, brightness = 0, contrast = 0;  // -100 to 100
    bool trim = false;
    bool palette = false;
    std::optional<std::string> download;  // the name to save under; "": the original name
};

/// Returns the first value of a query parameter, decoded.
using FindParameter = std::function<std::optional<std::string>(std::string_view name)>;

/// Never fails: unknown parameters and bad values are ignored. Any thread.
ImageParams parseImageParams(const FindParameter& find);

/// The parameters that change the picture, in a fixed order and notation, without defaults: equal lists give equal
/// pictures. Excludes `auto=format` and `dl`. parseImageParams can parse it.
std::vector<std::pair<std::string, std::string>> canonicalParams(const ImageParams& params);

}  // namespace inkwell::images
