// What the worker makes, compared pixel by pixel.
#include "tests/plugins/images/workshop.h"

namespace inkwell::images {
namespace {

using vips::VImage;

const std::string kRed = "ff0000ff", kGreen = "00ff00ff", kBlue = "0000ffff", kWhite = "ffffffff",
                  kNothing = "00000000";

class Pictures : public Workshop {
protected:
    /// The pixels a quarter from the corners: top left, top right, bottom left, bottom right.
    static std::vector<std::string> quarters(const VImage& image) {
        const int w = image.width(), h = image.height();
        return {pixelAt(image, w / 4, h / 4), pixelAt(image, w * 3 / 4, h / 4), pixelAt(image, w / 4, h * 3 / 4),
                pixelAt(image, w * 3 / 4, h * 3 / 4)};
    }
    static std::string sizeOf(const VImage& image) {
        return std::to_string(image.width()) + "x" + std::to_string(image.height());
    }
    VImage flag(const Params& params) { return make(paint(quadrants(100, 80), "flag.png"), params); }
};

using Colours = std::vector<std::string>;

TEST_F(Pictures, KeepTheirColoursInAnotherSize) {
    const VImage small = flag({{"w", "50"}});
    EXPECT_EQ(sizeOf(small), "50x40");
    EXPECT_EQ(quarters(small), (Colours{kRed, kGreen, kBlue, kWhite}));
    const VImage large = flag({{"w", "400"}, {"h", "100"}, {"fit", "scale"}});
    EXPECT_EQ(sizeOf(large), "400x100");
    EXPECT_EQ(quarters(large), (Colours{kRed, kGreen, kBlue, kWhite}));
}

TEST_F(Pictures, AreCroppedWhereTheyAreTold) {
    EXPECT_EQ(quarters(flag({{"w", "50"}, {"h", "80"}, {"fit", "crop"}, {"crop", "left"}})),
              (Colours{kRed, kRed, kBlue, kBlue}));
    EXPECT_EQ(quarters(flag({{"w", "50"}, {"h", "80"}, {"fit", "crop"}, {"crop", "right"}})),
              (Colours{kGreen, kGreen, kWhite, kWhite}));
    EXPECT_EQ(quarters(flag({{"w", "100"}, {"h", "40"}, {"fit", "crop"}, {"crop", "bottom"}})),
              (Colours{kBlue, kWhite, kBlue, kWhite}));
    EXPECT_EQ(quarters(flag({{"w", "100"}, {"h", "40"}, {"fit", "min"}, {"crop", "top"}})),
              (Colours{kRed, kGreen, kRed, kGreen}));
    EXPECT_EQ(quarters(flag({{"w", "10"}, {"h", "40"}, {"fit", "crop"}, {"crop", "focalpoint"}, {"fp-x", "0.9"}})),
              (Colours{kGreen, kGreen, kWhite, kWhite}));
}

TEST_F(Pictures, AreCroppedToWhereThereIsMostToSee) {
    const VImage image = VImage::arrayjoin({plain(200, 60, {120, 120, 120}), noise(100, 60)});
    const std::string path = paint(image.crop(0, 0, 300, 60), "busy.png");
    const VImage made = make(path, {{"w", "60"}, {"h", "60"}, {"fit", "crop"}, {"crop", "entropy"}});
    EXPECT_EQ(sizeOf(made), "60x60");
    EXPECT_GT(made.deviate(), 20) << "the grey part was kept";
}

TEST_F(Pictures, AreCutByRectBeforeAnythingElse) {
    EXPECT_EQ(quarters(flag({{"rect", "50,0,50,40"}, {"w", "10"}})), (Colours{kGreen, kGreen, kGreen, kGreen}));
    const VImage corner = flag({{"rect", "right,bottom,0.5,0.5"}});
    EXPECT_EQ(sizeOf(corner), "50x40");
    EXPECT_EQ(quarters(corner), (Colours{kWhite, kWhite, kWhite, kWhite}));
}

TEST_F(Pictures, AreFilledUpWithTheBackground) {
    const VImage onGrey = flag({{"w", "100"}, {"h", "100"}, {"fit", "fill"}, {"bg", "808080"}});
    EXPECT_EQ(sizeOf(onGrey), "100x100");
    EXPECT_EQ(pixelAt(onGrey, 50, 9), "808080ff");
    EXPECT_EQ(pixelAt(onGrey, 50, 90), "808080ff");
    EXPECT_EQ(pixelAt(onGrey, 10, 10), kRed);
    EXPECT_EQ(pixelAt(onGrey, 99, 89), kWhite);
    EXPECT_EQ(pixelAt(flag({{"w", "100"}, {"h", "100"}, {"fit", "fill"}}), 50, 5), kNothing);
    EXPECT_EQ(pixelAt(flag({{"w", "100"}, {"h", "200"}, {"fit", "fill"}, {"fm", "jpg"}}), 50, 9), kWhite);
    EXPECT_EQ(pixelAt(flag({{"w", "100"}, {"h", "100"}, {"fit", "fill"}, {"bg", "80ff0000"}}), 50, 5), "ff000080");
}

TEST_F(Pictures, ArePaddedAllAround) {
    const VImage made = flag({{"pad", "10"}, {"bg", "orange"}});
    EXPECT_EQ(sizeOf(made), "120x100");
    EXPECT_EQ(pixelAt(made, 9, 9), "ffa500ff");
    EXPECT_EQ(pixelAt(made, 10, 10), kRed);
    EXPECT_EQ(pixelAt(made, 110, 90), "ffa500ff");
    EXPECT_EQ(sizeOf(flag({{"pad", "5"}, {"w", "50"}, {"dpr", "2"}})), "120x100");
}

TEST_F(Pictures, AreFlippedAndTurned) {
    EXPECT_EQ(quarters(flag({{"flip", "h"}})), (Colours{kGreen, kRed, kWhite, kBlue}));
    EXPECT_EQ(quarters(flag({{"flip", "v"}})), (Colours{kBlue, kWhite, kRed, kGreen}));
    EXPECT_EQ(quarters(flag({{"flip", "hv"}})), (Colours{kWhite, kBlue, kGreen, kRed}));
    const VImage turned = flag({{"rot", "90"}});
    EXPECT_EQ(sizeOf(turned), "80x100");
    EXPECT_EQ(quarters(turned), (Colours{kGreen, kWhite, kRed, kBlue})) << "counter-clockwise";
    EXPECT_EQ(quarters(flag({{"rot", "180"}})), (Colours{kWhite, kBlue, kGreen, kRed}));
    EXPECT_EQ(quarters(flag({{"rot", "270"}})), (Colours{kBlue, kRed, kWhite, kGreen}));
    EXPECT_EQ(quarters(flag({{"orient", "90"}})), (Colours{kBlue, kRed, kWhite, kGreen})) << "clockwise";
    EXPECT_EQ(quarters(flag({{"orient", "2"}})), (Colours{kGreen, kRed, kWhite, kBlue}));
    const VImage slanted = flag({{"rot", "45"}});
    EXPECT_GT(slanted.width(), 120);
    EXPECT_EQ(pixelAt(slanted, 0, 0), kNothing);
    EXPECT_EQ(pixelAt(slanted, slanted.width() / 2, 20), kGreen);
    EXPECT_EQ(pixelAt(flag({{"rot", "45"}, {"bg", "00f"}}), 0, 0), kBlue);
    const VImage longest = flag({{"w", "8192"}, {"h", "200"}, {"fit", "scale"}, {"rot", "2"}});
    EXPECT_EQ(longest.width(), 8192);
    EXPECT_GT(longest.height(), 200);
}

TEST_F(Pictures, ComeUprightAndWithoutMetadata) {
    VImage image = quadrants(160, 80).copy();
    image.set(VIPS_META_ORIENTATION, 6);
    image.set("exif-ifd0-Artist", "Somebody (Somebody, ASCII, 9 components, 9 bytes)");
    const std::string path = paint(image, "phone.jpg", VImage::option()->set("Q", 100));
    const VImage made = make(path, {{"w", "40"}, {"fm", "png"}});
    EXPECT_EQ(sizeOf(made), "40x80");
    const Colours seen = quarters(made);
    EXPECT_EQ(seen[0].substr(0, 1) + seen[1].substr(0, 1), "0f") << "blue is top left, red top right: " << seen[0];
    EXPECT_EQ(sizeOf(make(path, {{"orient", "1"}, {"w", "40"}, {"fm", "png"}})), "40x20");
    const VImage again = make(path, {{"w", "40"}});
    EXPECT_EQ(again.get_typeof("exif-data"), 0u);
    EXPECT_EQ(again.get_typeof(VIPS_META_ORIENTATION), 0u);
}

TEST_F(Pictures, ChangeTheirColours) {
    const VImage grey = flag({{"sat", "-100"}});
    for (const std::string& colour : quarters(grey)) {
        EXPECT_EQ(colour.substr(0, 2), colour.substr(2, 2));
        EXPECT_EQ(colour.substr(2, 2), colour.substr(4, 2));
    }
    EXPECT_NE(quarters(grey)[0], quarters(grey)[1]) << "they keep their lightness";
    EXPECT_EQ(quarters(flag({{"bri", "100"}})), (Colours{kWhite, kWhite, kWhite, kWhite}));
    EXPECT_EQ(quarters(flag({{"con", "-100"}})), (Colours{"7f7f7fff", "7f7f7fff", "7f7f7fff", "7f7f7fff"}));
    const std::string path = paint(plain(10, 10, {150, 100, 100}), "dull.png");
    EXPECT_EQ(pixelAt(make(path, {{"con", "50"}}), 5, 5), "a15656ff");
    EXPECT_EQ(pixelAt(make(path, {{"bri", "-20"}}), 5, 5), "633131ff");
}

TEST_F(Pictures, AreBlurredAndSharpened) {
    const auto step = [](const VImage& image) { return image.getpoint(52, 20)[1] - image.getpoint(47, 20)[1]; };
    EXPECT_EQ(step(flag({{"w", "100"}, {"fm", "png"}})), 255);
    const double blurred = step(flag({{"blur", "100"}}));
    EXPECT_GT(blurred, 20);
    EXPECT_LT(blurred, 200);
    const VImage soft =
        VImage::arrayjoin({plain(50, 40, {100, 100, 100}), plain(50, 40, {150, 150, 150})}).gaussblur(2);
    const std::string path = paint(soft.cast(VIPS_FORMAT_UCHAR), "soft.png");
    const VImage sharp = make(path, {{"sharp", "100"}});
    EXPECT_GT(sharp.max() - sharp.min(), 52) << "the edge stands out more than the 50 it had";
}

TEST_F(Pictures, LoseABorderOfOneColour) {
    const VImage image = plain(60, 50, {255, 255, 255}).insert(plain(30, 20, {10, 200, 30}), 12, 7);
    const VImage made = make(paint(image, "border.png"), {{"trim", "auto"}});
    EXPECT_EQ(sizeOf(made), "30x20");
    EXPECT_EQ(pixelAt(made, 0, 0), "0ac81eff");
    EXPECT_EQ(pixelAt(made, 29, 19), "0ac81eff");
    EXPECT_EQ(sizeOf(make(paint(plain(30, 30, {1, 2, 3}), "flat.png"), {{"trim", "auto"}})), "30x30");
}

TEST_F(Pictures, ThatAreTooThinForABorderAreNotTrimmed) {
    EXPECT_EQ(sizeOf(make(paint(plain(2, 20, {1, 2, 3}), "thin.png"), {{"trim", "auto"}})), "2x20");
    EXPECT_EQ(sizeOf(make(paint(plain(1, 1, {1, 2, 3}), "dot.png"), {{"trim", "color"}})), "1x1");
}

TEST_F(Pictures, AreFramedAsFarAsTheLongestSideAllows) {
    EXPECT_EQ(sizeOf(flag({{"w", "8190"}, {"h", "100"}, {"fit", "scale"}, {"pad", "20"}})), "8192x102");
}

TEST_F(Pictures, KeepTheirTransparencyOrStandOnABackground) {
    const VImage half = VImage::arrayjoin({plain(40, 40, {200, 0, 0, 255}), plain(40, 40, {0, 200, 0, 0})});
    const std::string path = paint(half, "half.png");
    const VImage made = make(path, {{"w", "40"}});
    EXPECT_EQ(pixelAt(made, 10, 10), "c80000ff");
    EXPECT_EQ(pixelAt(made, 30, 10).substr(6), "00");
    for (int x = 15; x < 25; ++x) EXPECT_EQ(made.getpoint(x, 10)[1], 0) << "the unseen green leaks at " << x;
    EXPECT_EQ(pixelAt(make(path, {{"bg", "00f"}}), 60, 10), kBlue);
    EXPECT_EQ(pixelAt(make(path, {{"fm", "jpg"}, {"q", "100"}}), 70, 30), kWhite);
}

TEST_F(Pictures, OfLargeJpegsAreShrunkWhileTheyAreRead) {
    const std::string path = paint(quadrants(1600, 1200), "large.jpg", VImage::option()->set("Q", 100));
    const auto nearlySame = [](const Colours& seen, const std::vector<std::vector<int>>& wanted) {
        for (std::size_t i = 0; i < wanted.size(); ++i)
            for (std::size_t band = 0; band < 3; ++band)
                EXPECT_NEAR(std::stoi(seen[i].substr(2 * band, 2), nullptr, 16), wanted[i][band], 3) << seen[i];
    };
    const VImage made = make(path, {{"w", "100"}, {"fm", "png"}});
    EXPECT_EQ(sizeOf(made), "100x75");
    nearlySame(quarters(made), {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {255, 255, 255}});
    const VImage part =
        make(path, {{"rect", "808,8,700,500"}, {"w", "70"}, {"h", "70"}, {"fit", "crop"}, {"fm", "png"}});
    EXPECT_EQ(sizeOf(part), "70x70");
    nearlySame(quarters(part), {{0, 255, 0}, {0, 255, 0}, {0, 255, 0}, {0, 255, 0}});
}

TEST_F(Pictures, OfOtherColourSpacesComeAsSrgb) {
    const VImage colour = plain(20, 20, {200, 60, 50});
    const VImage wide = colour.icc_transform("p3", VImage::option()->set("input_profile", "srgb"));
    const VImage fromWide = make(paint(wide, "wide.png"), {{"w", "10"}});
    EXPECT_NEAR(fromWide.getpoint(5, 5)[0], 200, 3);
    EXPECT_NEAR(fromWide.getpoint(5, 5)[1], 60, 3);
    EXPECT_EQ(fromWide.get_typeof(VIPS_META_ICC_NAME), 0u);
    const VImage deep = (plain(20, 20, {200, 60, 50}).cast(VIPS_FORMAT_USHORT) * 257)
                            .cast(VIPS_FORMAT_USHORT)
                            .copy(VImage::option()->set("interpretation", VIPS_INTERPRETATION_RGB16));
    EXPECT_EQ(pixelAt(make(paint(deep, "deep.png"), {{"w", "10"}}), 5, 5), "c83c32ff");
    const VImage grey = plain(20, 20, {77}).copy(VImage::option()->set("interpretation", VIPS_INTERPRETATION_B_W));
    EXPECT_EQ(pixelAt(make(paint(grey, "grey.png"), {{"w", "10"}, {"fm", "webp"}, {"lossless", "1"}}), 5, 5),
              "4d4d4dff");
    const VImage print = colour.icc_transform("cmyk", VImage::option()->set("input_profile", "srgb"));
    const VImage fromPrint = make(paint(print, "print.jpg"), {{"w", "10"}, {"fm", "png"}});
    ASSERT_EQ(fromPrint.bands(), 3);
    EXPECT_NEAR(fromPrint.getpoint(5, 5)[0], 200, 12);
}

}  // namespace
}  // namespace inkwell::images
