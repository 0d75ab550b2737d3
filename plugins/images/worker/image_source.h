#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>
#include <vips/vips8>

#include "container_frames.h"
#include "image_plan.h"

namespace inkwell::images {

/// What the header of a file says; no pixel is decoded for it.
struct ImageHeader {
    std::string loader;            // "jpeg", "png", "webp", "gif", "heif", "tiff"
    std::optional<Format> format;  // nothing for formats that browsers do not show (TIFF, HEIC)
    Size stored;                   // as stored, before orientation
    int frames = 1;
    int scans = 0;        // of a JPEG
    int orientation = 1;  // EXIF
    int depth = 8;        // bits of one band
    std::string colourModel;
};

/// A decoded image: upright, sRGB with or without alpha, eight bits; an animation has several frames.
struct DecodedImage {
    std::vector<vips::VImage> frames;
    std::vector<int> delaysMs;
    int loops = 0;
};

/// A decoded file that returns its frames one by one. Joined into one pipeline, libvips would traverse all of them
/// again and again.
class DecodedFrames {
public:
    DecodedFrames(vips::VImage strip, int frames, int frameHeight, int orientation);

    int count() const { return count_; }
    /// Upright, in sRGB.
    vips::VImage at(int index) const;
    std::vector<int> delaysMs() const;
    int loops() const;

private:
    vips::VImage strip_;  // all frames, top to bottom
    int count_;
    int frameHeight_;
    int orientation_;
};

/// One uploaded file; do not trust its bytes. One thread, one load at a time: all loads move the file's offset.
/// Every method throws Refusal, or vips::VError for damaged bytes.
class ImageSource {
public:
    /// Reads the header only. `file` must be seekable; the caller keeps it.
    explicit ImageSource(int file);

    const ImageHeader& header() const { return header_; }
    /// The size of the upright image; `orientation` 0 means the file's own.
    Size uprightSize(int orientation) const;
    /// Refuses the file when it has more pixels, counting all frames if `allFrames`.
    void checkPixels(std::int64_t maxPixels, bool allFrames) const;

    /// `shrink` (1, 2, 4, 8) is for JPEG only.
    DecodedFrames decode(int orientation, int shrink, bool allFrames) const;
    std::int64_t bytes() const;

private:
    vips::VImage load(vips::VOption* options) const;

    vips::VSource open() const;

    int file_;
    ContainerFrames container_;
    std::string operation_;  // the libvips operation that loads the file
    ImageHeader header_;
};

/// Enables only the loaders of the six file types above. Called once, after libvips has started.
void allowKnownLoadersOnly();

}  // namespace inkwell::images
