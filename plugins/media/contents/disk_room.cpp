#include "contents/disk_room.h"

#include <system_error>

#include "inkwell/folder.h"

namespace inkwell::media {

namespace fs = std::filesystem;

namespace {

// Many uploads at a time go past the mark by less than what is spared.
constexpr std::int64_t kLookBytes = 1024 * 1024;

}  // namespace

ApiError noRoom() { return ApiError(kNoRoom, "insufficient_storage", "there is no room for the upload"); }

fs::space_info DiskRoom::look(const fs::path& place) {
    std::error_code unknown;  // then all there is: writing will tell
    return fs::space(place, unknown);
}

void DiskRoom::require(std::int64_t bytes) const {
    fs::path place = place_;
    std::error_code away;
    while (!place.empty() && !fs::exists(place, away)) place = place == place.parent_path() ? "" : place.parent_path();
    const fs::space_info space = look_(place.empty() ? "." : place);
    const std::uintmax_t spare = reservedBytes(space);
    if (space.available >= spare && space.available - spare >= static_cast<std::uintmax_t>(bytes)) return;
    throw noRoom().withLogText("the disk of '" + place.string() + "' has " + std::to_string(space.available) +
                               " bytes left, of which " + std::to_string(spare) + " stay free for the database");
}

void DiskRoom::take(std::int64_t bytes) {
    if (untilLook_ <= 0) {
        require(bytes);
        untilLook_ = kLookBytes;
    }
    untilLook_ -= bytes;
}

}  // namespace inkwell::media
