#pragma once

#include <cstdint>

namespace inkwell::images {

/// How many bytes the packed texts and profiles of a PNG (zTXt, iTXt, iCCP) unpack to; 0 for every other file. Stops
/// soon after `most`, at the end of the file and at invalid bytes. libvips unpacks all of them, and keeps them, before
/// it tells the size of the picture. `file` must be seekable; its offset does not change. Throws std::bad_alloc.
std::int64_t unpackedTextBytes(int file, std::int64_t most);

}  // namespace inkwell::images
