#include "container_frames.h"

#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <vector>

namespace inkwell::images {

namespace {

/// Reads anywhere in a file, in blocks. A byte behind the end is 0.
class Bytes {
public:
    explicit Bytes(int file) : file_(file) {}

    bool has(std::uint64_t offset) { return find(offset) != nullptr; }
    std::uint8_t byte(std::uint64_t offset) {
        const std::uint8_t* const found = find(offset);
        return found != nullptr ? *found : 0;
    }
    /// `bytes` of them, the lowest first or last.
    std::uint64_t number(std::uint64_t offset, int bytes, bool lowestFirst = true) {
        std::uint64_t value = 0;
        for (int i = 0; i < bytes; ++i)
            value = value << 8 | byte(offset + static_cast<std::uint64_t>(lowestFirst ? bytes - 1 - i : i));
        return value;
    }
    bool reads(std::uint64_t offset, std::string_view text) {
        for (std::size_t i = 0; i < text.size(); ++i)
            if (byte(offset + i) != static_cast<std::uint8_t>(text[i])) return false;
        return true;
    }

private:
    const std::uint8_t* find(std::uint64_t offset) {
        if (offset >= begin_ && offset - begin_ < size_) return &block_[offset - begin_];
        if (offset > INT64_MAX) return nullptr;
        begin_ = offset;
        ssize_t got = -1;
        while ((got = ::pread(file_, block_.data(), block_.size(), static_cast<off_t>(offset))) < 0 && errno == EINTR) {
        }
        size_ = got > 0 ? static_cast<std::size_t>(got) : 0;
        return size_ > 0 ? block_.data() : nullptr;
    }

    int file_;
    std::vector<std::uint8_t> block_ = std::vector<std::uint8_t>(64 * 1024);
    std::uint64_t begin_ = 0;
    std::size_t size_ = 0;
};

// Behind a chain of GIF's blocks of up to 255 bytes, each with its length before it; the last one is empty.
std::uint64_t behindBlocks(Bytes& bytes, std::uint64_t at) {
    while (const std::uint8_t length = bytes.byte(at)) at += 1u + length;
    return at + 1;
}

std::uint64_t colourTable(std::uint8_t flags) {
    return (flags & 0x80) != 0 ? std::uint64_t{3} << ((flags & 7) + 1) : 0;
}

ContainerFrames countGif(Bytes& bytes, int most) {
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

ContainerFrames countWebp(Bytes& bytes, int most) {
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

ContainerFrames countTiff(Bytes& bytes, int most) {
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
    Bytes bytes(file);
    if (bytes.reads(0, "GIF8")) return countGif(bytes, most);
    if (bytes.reads(0, "RIFF") && bytes.reads(8, "WEBP")) return countWebp(bytes, most);
    const bool isTiff = bytes.reads(0, "II") || bytes.reads(0, "MM");
    if (isTiff && (bytes.reads(2, "*") || bytes.reads(3, "*") || bytes.reads(2, "+") || bytes.reads(3, "+")))
        return countTiff(bytes, most);
    return {};
}

}  // namespace inkwell::images
