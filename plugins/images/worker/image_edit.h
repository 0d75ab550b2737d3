#pragma once

#include <vips/vips8>

#include "image_plan.h"

/// The steps from the decoded image (upright, sRGB, eight bits) to the result. They throw vips::VError.
namespace inkwell::images {

/// The box inside the border that matches the top left pixel; the whole image when nothing else is in it.
Box findTrimmed(const vips::VImage& image);

/// Cuts, resizes and frames the image by the plan.
vips::VImage fitted(vips::VImage image, const ImagePlan& plan);

/// sat, bri, con, blur, sharp, flip, rot, pad. Added area is transparent.
vips::VImage adjusted(vips::VImage image, const ImageParams& params);

/// Puts `bg` behind the picture; white if none is given and the format has no transparency.
vips::VImage onBackground(vips::VImage image, const ImageParams& params, Format format);

}  // namespace inkwell::images
