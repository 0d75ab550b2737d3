#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>
#include <vips/vips8>

#include "image_plan.h"

namespace inkwell::images {

/// What a file's header tells, before a pixel is decoded.
struct ImageHeader {
    std::string loader;            // "jpeg", "png", "webp", "gif", "heif", "tiff"
    std::optional<Format> format;  // nothing for what browsers do not show (TIFF, HEIC)
    Size stored;                   // as the pixels lie in the file
    int frames = 1;
    int orientation = 1;  // EXIF
    int depth = 8;        // bits of one band
    std::string colourModel;
};

/// A decoded image: upright, sRGB with or without alpha, eight bits; several frames of an animation.
struct DecodedImage {
    std::vector<vips::VImage> frames;
    std::vector<int> delaysMs;
    int loops = 0;
};

/// One file that somebody uploaded, so it may be anything. One thread. Every method throws Refusal, or vips::VError
/// for damaged bytes.
class ImageSource {
public:
    /// Reads the header only.
    explicit ImageSource(std::string path);

    const ImageHeader& header() const { return header_; }
    /// The size of the upright image; `orientation` 0 is the file's own.
    Size uprightSize(int orientation) const;
    /// Refuses what has more pixels than that, all frames counted if they are wanted.
    void checkPixels(std::int64_t maxPixels, bool allFrames) const;

    /// `shrink` (1, 2, 4, 8) is for JPEG only.
    DecodedImage decode(int orientation, int shrink, bool allFrames) const;

private:
    vips::VImage load(vips::VOption* options) const;

    std::string path_;
    std::string operation_;  // of libvips
    ImageHeader header_;
};

/// Only the readers of the six kinds of file above may be used by this process. Once, after the library's start.
void allowKnownLoadersOnly();

}  // namespace inkwell::images
