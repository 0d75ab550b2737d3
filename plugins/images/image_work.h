#pragma once

#include "image_plan.h"

namespace inkwell::images {

/// Estimates of the cost of a picture, in milliseconds of one typical processor core, before any pixel is decoded.
/// Pure, as all here.

/// Finding the border that `trim` cuts, in the first frame only.
std::int64_t trimWorkMs(Size source);

/// Everything else: decoding `frames` frames of `source`, resizing, adjusting, writing `format`.
std::int64_t pictureWorkMs(const ImageParams& params, const ImagePlan& plan, Size source, int frames, Format format);

/// What the scans of a JPEG cost beyond those of a usual progressive one, each time it is decoded.
std::int64_t scansWorkMs(Size source, int scans);

/// What a wish costs beyond reading the file, were that a still picture as large as one may be.
std::int64_t wishWorkMs(const ImageParams& params);

}  // namespace inkwell::images
