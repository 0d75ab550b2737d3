#include "contents/disk_room.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/error_text.h"
#include "tests/support/temporary_folder.h"

namespace inkwell::media {
namespace {

namespace fs = std::filesystem;
using test::errorOf;

constexpr std::int64_t kMegabyte = 1024 * 1024;
constexpr const char* kFull = "507: there is no room for the upload";

DiskRoom::Look diskOf(std::int64_t capacity, const std::int64_t& available) {
    return [capacity, &available](const fs::path&) {
        return fs::space_info{static_cast<std::uintmax_t>(capacity), 0, static_cast<std::uintmax_t>(available)};
    };
}

TEST(DiskRoom, SparesSixtyFourMegabytesOrATwentieth) {
    for (const auto& [capacity, spare] :
         {std::pair{1'000'000 * kMegabyte, 64 * kMegabyte}, {1280 * kMegabyte, 64 * kMegabyte}, {200'000, 10'000}}) {
        std::int64_t available = spare + 100;
        const DiskRoom room("/", diskOf(capacity, available));
        EXPECT_NO_THROW(room.require(100));
        EXPECT_EQ(errorOf([&] { room.require(101); }), kFull);
        available = spare - 1;
        EXPECT_EQ(errorOf([&] { room.require(0); }), kFull);
    }
}

TEST(DiskRoom, LooksOnceAMegabyteWhileAFileGrows) {
    std::int64_t available = 100 * kMegabyte;
    int looks = 0;
    DiskRoom room("/", [&](const fs::path& place) {
        ++looks;
        return diskOf(1'000'000 * kMegabyte, available)(place);
    });
    for (int n = 0; n < 16; ++n) room.take(kMegabyte / 4);
    EXPECT_EQ(looks, 4);
    available = 10 * kMegabyte;
    EXPECT_EQ(errorOf([&] { room.take(1); }), kFull);
}

TEST(DiskRoom, IsThatOfTheNearestFolderThatExists) {
    const test::TemporaryFolder folder;
    std::vector<fs::path> places;
    const auto look = [&](const fs::path& place) {
        places.push_back(place);
        return DiskRoom::look(place);
    };
    DiskRoom(folder.path(), look).require(0);
    DiskRoom(folder.path() / "not" / "yet", look).require(0);
    DiskRoom("not/yet", look).require(0);
    EXPECT_EQ(places, (std::vector<fs::path>{folder.path(), folder.path(), "."}));
}

TEST(DiskRoom, LeavesADiskThatDoesNotAnswerToTheWriting) {
    EXPECT_NO_THROW(DiskRoom("/", [](const fs::path&) { return DiskRoom::look("/not/there"); }).require(kMegabyte));
}

}  // namespace
}  // namespace inkwell::media
