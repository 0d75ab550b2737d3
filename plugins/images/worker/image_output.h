#pragma once

#include <string>

#include "image_source.h"

namespace inkwell::images {

/// The output format: `fm`, else the source's format, else PNG with transparency and JPEG without.
Format chooseFormat(const ImageParams& params, const ImageHeader& header, bool hasAlpha);

/// Writes the picture, without metadata, to an empty open file; several frames become an animation (GIF, WebP).
/// Throws vips::VError.
void writeImage(const DecodedImage& image, Format format, const ImageParams& params, int file);

/// For `palette=json`: six colours, most frequent first, and the average luminance (0 to 1).
std::string describePalette(const vips::VImage& image);

/// For `fm=json`: the file's size, type and dimensions.
std::string describeImage(const ImageHeader& header, std::int64_t bytes);

/// Throws std::runtime_error.
void writeText(const std::string& text, int file);

/// True when this libvips writes AVIF. Called once, after libvips has started.
bool canWriteAvif();

}  // namespace inkwell::images
