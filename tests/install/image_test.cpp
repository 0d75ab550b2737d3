// The container image: made of an installed tree, and started as somebody without privileges.
#include <gtest/gtest.h>

#include "tests/install/installed_tree.h"

namespace inkwell::test {
namespace {

const std::string kTools = INKWELL_SOURCE_DIR "/tests/install/";
const std::string kMakeImage = INKWELL_SOURCE_DIR "/share/deploy/make-image";

/// `./dev package` makes the image of a Debian; this one holds just what the server needs, and takes seconds.
class Image : public testing::Test {
protected:
    void SetUp() override { runWell(kTools + "small_root", {installedRoot().string(), root()}); }
    std::string root() const { return (scratch_.path() / "root").string(); }
    std::string make(const std::string& name) const {
        const std::string image = (scratch_.path() / name).string();
        runWell(kMakeImage, {"--root", root(), image});
        return image;
    }
    ScratchFolder scratch_;
};

TEST_F(Image, StartsUnprivilegedServesWritesNothingButItsDataAndStops) {
    const std::string image = make("one.tar");
    const std::string said = runWell(kTools + "image", {image});
    EXPECT_EQ(said, "the image starts as user 10000, answers, is healthy, writes nothing but its data, and stops\n");
    EXPECT_TRUE(textOf(image) == textOf(make("two.tar"))) << "equal trees make equal images";
}

TEST_F(Image, ThatIsDamagedIsNotStarted) {
    const std::string image = make("one.tar");
    const fs::path layout = scratch_.path() / "layout";
    fs::create_directory(layout);
    runWell("/bin/tar", {"-xf", image, "-C", layout.string()});
    fs::path largest;
    for (const auto& blob : fs::directory_iterator(layout / "blobs/sha256"))
        if (largest.empty() || fs::file_size(blob) > fs::file_size(largest)) largest = blob;
    fs::resize_file(largest, fs::file_size(largest) - 1);
    runWell("/bin/tar", {"-cf", image, "-C", layout.string(), "."});
    const Finished refused = runProgram(kTools + "image", {image}, {});
    EXPECT_NE(refused.code, 0);
    EXPECT_EQ(refused.err, "image: the blob " + largest.filename().string() + " is damaged\n");
}

}  // namespace
}  // namespace inkwell::test
