#pragma once

#include <cstdint>

#include "image_params.h"

namespace inkwell::images {

struct Size {
    int width = 0, height = 0;
    bool operator==(const Size&) const = default;
};

struct Box {
    int left = 0, top = 0, width = 0, height = 0;
    bool operator==(const Box&) const = default;
};

/// The longest side of a result; larger requests are scaled down, keeping their shape.
inline constexpr int kMaxSidePx = 8192;

/// The steps that change the size of an image, in this order: `crop` is cut out, resized to `scaled` and centred on
/// `canvas`, which is larger than `scaled` only for fit=fill.
struct ImagePlan {
    Box crop;
    bool byEntropy = false;  // the position of `crop` depends on the pixels; only its size counts
    Size scaled;
    Size canvas;
};

/// The region that `rect` selects; the whole source if none is given or it lies outside. Pure, as all here.
Box planRect(const ImageParams& params, Size source);

/// `source`: upright, trimmed and cut to the rect. `maxPixels` bounds the result.
ImagePlan planImage(const ImageParams& params, Size source, std::int64_t maxPixels);

/// The factor, 1, 2, 4 or 8, by which a JPEG may be shrunk on load without having to be enlarged later.
int shrinkOnLoad(const ImagePlan& plan);

/// Maps a box of the full image to the image of size `shrunk`. Never empty, never outside.
Box shrunkBox(const Box& box, int shrink, Size shrunk);

}  // namespace inkwell::images
