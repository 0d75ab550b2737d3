#pragma once

#include <cstdint>

#include "image_plan.h"

namespace inkwell::images {

/// What the container of an animation or multi-page file states, read without libvips, which would read all frames of a
/// file before it tells their number.
struct ContainerFrames {
    Size canvas;  // for GIF and WebP; otherwise 0 x 0
    int frames = 1;
};

/// Counts the frames of a GIF or an animated WebP, or the pages of a TIFF; 1 for every other file. Stops after `most`,
/// at the end of the file and at invalid bytes. Reads at most a few bytes per block of the file. `file` must be
/// seekable; its offset does not change.
ContainerFrames countFrames(int file, int most);

}  // namespace inkwell::images
