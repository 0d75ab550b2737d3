#include "jpeg_scans.h"

#include <algorithm>

#include "file_bytes.h"

namespace inkwell::images {

namespace {

constexpr std::uint8_t kMarker = 0xFF;
constexpr std::uint8_t kEndOfImage = 0xD9, kStartOfScan = 0xDA;

// Pixels lie between the markers, a 0 behind each of their bytes that looks like one. Restarts have no length.
bool standsAlone(std::uint8_t kind) { return kind <= 0x01 || (kind >= 0xD0 && kind <= 0xD8); }

// Where the next marker has its kind; the end of the file when there is none.
std::uint64_t kindOfNext(FileBytes& bytes, std::uint64_t at) {
    for (auto rest = bytes.from(at); !rest.empty(); rest = bytes.from(at)) {
        const auto found = std::find(rest.begin(), rest.end(), kMarker);
        at += static_cast<std::uint64_t>(found - rest.begin());
        if (found == rest.end()) continue;
        while (bytes.byte(at) == kMarker) ++at;  // any number of them may stand there
        break;
    }
    return at;
}

}  // namespace

int countScans(int file, int most) {
    FileBytes bytes(file);
    if (!bytes.reads(0, "\xff\xd8")) return 0;
    int scans = 0;
    for (std::uint64_t at = kindOfNext(bytes, 2); scans <= most && bytes.has(at); at = kindOfNext(bytes, at)) {
        const std::uint8_t kind = bytes.byte(at++);
        if (kind == kEndOfImage) break;
        if (kind == kStartOfScan) ++scans;
        if (!standsAlone(kind)) at += bytes.number(at, 2, false);
    }
    return scans;
}

}  // namespace inkwell::images
