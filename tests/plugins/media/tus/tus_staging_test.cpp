#include "tus/tus_staging.h"

#include <gtest/gtest.h>

#include "tests/support/error_text.h"
#include "tests/support/temporary_folder.h"

namespace inkwell::media {
namespace {

namespace fs = std::filesystem;
using test::errorOf;

constexpr std::uintmax_t kMegabyte = 1024 * 1024;
constexpr const char* kFull = "507: there is no room for the upload";

// Several that had room when they began may not have it together.
TEST(Staging, TakesNoMoreOnceOthersHaveFilledTheDisk) {
    const test::TemporaryFolder folder;
    std::uintmax_t available = 100 * kMegabyte;
    Staging staging(folder.path(), [&](const fs::path&) {
        return fs::space_info{100'000 * kMegabyte, available, available};
    });
    EXPECT_NO_THROW(staging.requireRoom(36 * kMegabyte));
    EXPECT_EQ(errorOf([&] { staging.requireRoom(37 * kMegabyte); }), kFull);
    const std::unique_ptr<StagedFile> file = staging.open("6741c0de0000000000000001", true);
    const std::string piece(kMegabyte, 'x');
    file->write(piece);
    available = 64 * kMegabyte;
    EXPECT_EQ(errorOf([&] { file->write(piece); }), kFull);
    EXPECT_EQ(file->size(), static_cast<std::int64_t>(kMegabyte));
}

}  // namespace
}  // namespace inkwell::media
