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

/// The longest side of what is made; larger wishes are sized down, keeping their shape.
inline constexpr int kMaxSidePx = 8192;

/// How the size of an image is changed, in this order: `crop` is cut out, resized to `scaled`, and put into the middle
/// of `canvas`, which is larger than `scaled` for fit=fill only.
struct ImagePlan {
    Box crop;
    bool byEntropy = false;  // the place of `crop` is found by looking; only its size counts
    Size scaled;
    Size canvas;
};

/// The part of a source that `rect` selects: all of it when there is none or it lies outside. Pure, as all here.
Box planRect(const ImageParams& params, Size source);

/// `source`: upright, trimmed and cut to the rect. `maxPixels` bounds what is made.
ImagePlan planImage(const ImageParams& params, Size source, std::int64_t maxPixels);

/// By how much a JPEG may be shrunk while it is read, 1, 2, 4 or 8, so that nothing is enlarged again afterwards.
int shrinkOnLoad(const ImagePlan& plan);

/// A box of the full image in one that was shrunk to `shrunk` on load; never empty and never outside.
Box shrunkBox(const Box& box, int shrink, Size shrunk);

}  // namespace inkwell::images
