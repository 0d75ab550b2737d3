#pragma once

#include <string>

#include "image_source.h"

namespace inkwell::images {

/// What an image is written as: `fm`, else the format it came in, else PNG with transparency and JPEG without.
Format chooseFormat(const ImageParams& params, const ImageHeader& header, bool hasAlpha);

/// Writes the picture to a new file, without metadata; several frames become an animation (GIF, WebP). Throws
/// vips::VError.
void writeImage(const DecodedImage& image, Format format, const ImageParams& params, const std::string& path);

/// For `palette=json`: six colours, the most frequent first, and the average luminance (0 to 1).
std::string describePalette(const vips::VImage& image);

/// For `fm=json`: the file's size, kind and dimensions.
std::string describeImage(const ImageHeader& header, std::int64_t bytes);

void writeText(const std::string& text, const std::string& path);

/// True when this libvips writes AVIF. Once, after the library's start.
bool canWriteAvif();

}  // namespace inkwell::images
