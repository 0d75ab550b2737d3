#include "container_frames.h"

#include <algorithm>

#include "file_bytes.h"

namespace inkwell::images {

namespace {

// Behind a chain of GIF's blocks of up to 255 bytes, each with its length before it; the last one is empty.
std::uint64_t behindBlocks(FileBytes& bytes, std::uint64_t at) {
    while (const std::uint8_t length = bytes.byte(at)) at += 1u + length;
    return at + 1;
}

std::uint64_t colourTable(std::uint8_t flags) {
    return (flags & 0x80) != 0 ? std::uint64_t{3} << ((flags & 7) + 1) : 0;
}

ContainerFrames countGif(FileBytes& bytes, int most) {
    ContainerFrames found{{static_cast<int>(bytes.number(6, 2)), static_cast<int>(bytes.number(8, 2))}, 0};
    std::uint64_t at = 13 + colourTable(bytes.byte(10));
    while (found.frames <= most && bytes.has(at)) {
        const std::uint8_t kind = bytes.byte(at);
        if (kind == 0x21) {
            at = behindBlocks(bytes, at + 2);
        } else if (kind == 0x2C) {
            ++found.frames;
            // A frame may be larger than the screen, which then grows.
            found.canvas.width = std::max(found.canvas.width, static_cast<int>(bytes.number(at + 5, 2)));
            found.canvas.height = std::max(found.canvas.height, static_cast<int>(bytes.number(at + 7, 2)));
            at = behindBlocks(bytes, at + 11 + colourTable(bytes.byte(at + 9)));
        } else {
            break;
        }
    }
    found.frames = std::max(found.frames, 1);
    return found;
}

ContainerFrames countWebp(FileBytes& bytes, int most) {
    if (!bytes.reads(12, "VP8X")) return {};
    ContainerFrames found{{static_cast<int>(bytes.number(24, 3)) + 1, static_cast<int>(bytes.number(27, 3)) + 1}, 0};
    for (std::uint64_t at = 12; found.frames <= most && bytes.has(at);) {
        if (bytes.reads(at, "ANMF")) ++found.frames;
        const std::uint64_t length = bytes.number(at + 4, 4);
        at += 8 + length + (length & 1);
    }
    found.frames = std::max(found.frames, 1);
    return found;
}

ContainerFrames countTiff(FileBytes& bytes, int most) {
    const bool lowestFirst = bytes.reads(0, "II");
    const bool isBig = bytes.number(2, 2, lowestFirst) == 43;
    const int entryBytes = isBig ? 20 : 12;
    const int countBytes = isBig ? 8 : 2;
    const int offsetBytes = isBig ? 8 : 4;
    ContainerFrames found{{}, 0};
    std::uint64_t at = bytes.number(isBig ? 8 : 4, offsetBytes, lowestFirst);
    while (at != 0 && found.frames <= most && bytes.has(at)) {
        ++found.frames;
        const std::uint64_t entries = bytes.number(at, countBytes, lowestFirst) & 0xFFFFFFFF;
        at =
            bytes.number(at + static_cast<std::uint64_t>(countBytes) + entries * static_cast<std::uint64_t>(entryBytes),
                         offsetBytes, lowestFirst);
    }
    found.frames = std::max(found.frames, 1);
    return found;
}

}  // namespace

ContainerFrames countFrames(int file, int most) {
    FileBytes bytes(file);
    if (bytes.reads(0, "GIF8")) return countGif(bytes, most);
    if (bytes.reads(0, "RIFF") && bytes.reads(8, "WEBP")) return countWebp(bytes, most);
    const bool isTiff = bytes.reads(0, "II") || bytes.reads(0, "MM");
    if (isTiff && (bytes.reads(2, "*") || bytes.reads(3, "*") || bytes.reads(2, "+") || bytes.reads(3, "+")))
        return countTiff(bytes, most);
    return {};
}

}  // namespace inkwell::images
