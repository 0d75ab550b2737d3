#pragma once

#include <vips/vips8>

#include "image_plan.h"

/// The steps from a decoded image (upright, sRGB, eight bits) to the one that is written. They throw vips::VError.
namespace inkwell::images {

/// The box without the border that looks like the top left corner; all of it when there is nothing else.
Box findTrimmed(const vips::VImage& image);

/// Cuts, resizes and frames by the plan.
vips::VImage fitted(vips::VImage image, const ImagePlan& plan);

/// sat, bri, con, blur, sharp, flip, rot, pad. What is new around the picture is transparent.
vips::VImage adjusted(vips::VImage image, const ImageParams& params);

/// Puts `bg` behind the picture; white when none is given and the format knows no transparency.
vips::VImage onBackground(vips::VImage image, const ImageParams& params, Format format);

}  // namespace inkwell::images
