// The sizes that docs.imgix.com tells for w, h, fit, crop, ar, dpr and rect.
#include "image_plan.h"

#include <gtest/gtest.h>

#include "tests/plugins/images/workshop.h"

namespace inkwell::images {

void PrintTo(const Size& size, std::ostream* out) { *out << size.width << "x" << size.height; }
void PrintTo(const Box& box, std::ostream* out) {
    *out << box.left << "," << box.top << " " << box.width << "x" << box.height;
}

namespace {

constexpr std::int64_t kManyPixels = 1'000'000'000;

ImagePlan plan(const Params& params, Size source = {300, 200}) { return planImage(parse(params), source, kManyPixels); }
Size scaled(const Params& params, Size source = {300, 200}) { return plan(params, source).scaled; }

TEST(ImagePlan, KeepsTheSizeWhenNoneIsAskedFor) {
    EXPECT_EQ(scaled({}), (Size{300, 200}));
    EXPECT_EQ(scaled({{"fit", "crop"}, {"dpr", "3"}}), (Size{300, 200}));
}

TEST(ImagePlan, ClipStaysInsideTheBoxAndKeepsTheShape) {
    EXPECT_EQ(scaled({{"w", "100"}, {"h", "100"}}), (Size{100, 67}));
    EXPECT_EQ(scaled({{"w", "100"}}), (Size{100, 67}));
    EXPECT_EQ(scaled({{"h", "100"}}), (Size{150, 100}));
    EXPECT_EQ(scaled({{"w", "600"}, {"h", "1000"}}), (Size{600, 400})) << "it enlarges";
}

TEST(ImagePlan, MaxNeverEnlarges) {
    EXPECT_EQ(scaled({{"w", "600"}, {"h", "600"}, {"fit", "max"}}), (Size{300, 200}));
    EXPECT_EQ(scaled({{"w", "600"}, {"fit", "max"}, {"dpr", "3"}}), (Size{300, 200}));
    EXPECT_EQ(scaled({{"w", "150"}, {"h", "600"}, {"fit", "max"}}), (Size{150, 100}));
}

TEST(ImagePlan, ScaleTakesBothSidesAsTheyAre) {
    EXPECT_EQ(scaled({{"w", "10"}, {"h", "600"}, {"fit", "scale"}}), (Size{10, 600}));
}

TEST(ImagePlan, CropFillsTheBoxAndCutsTheRest) {
    const ImagePlan made = plan({{"w", "100"}, {"h", "100"}, {"fit", "crop"}});
    EXPECT_EQ(made.crop, (Box{50, 0, 200, 200}));
    EXPECT_EQ(made.scaled, (Size{100, 100}));
    EXPECT_EQ(scaled({{"w", "900"}, {"h", "100"}, {"fit", "crop"}}), (Size{900, 100})) << "it enlarges";
    EXPECT_EQ(scaled({{"w", "90"}, {"fit", "crop"}}), (Size{90, 60}));
}

TEST(ImagePlan, CropKeepsTheSideItIsTold) {
    const auto box = [](const std::string& crop, const std::string& x = "", const std::string& y = "") {
        return plan({{"w", "100"}, {"h", "100"}, {"fit", "crop"}, {"crop", crop}, {"fp-x", x}, {"fp-y", y}}).crop;
    };
    EXPECT_EQ(box("left").left, 0);
    EXPECT_EQ(box("right").left, 100);
    EXPECT_EQ(box("top,right").left, 100);
    EXPECT_EQ(box("top").left, 50);
    EXPECT_EQ(box("focalpoint", "0.4").left, 20);
    EXPECT_EQ(box("focalpoint", "0").left, 0);
    EXPECT_EQ(box("focalpoint", "1").left, 100);
    EXPECT_EQ(box("focalpoint").left, 50);
    const Params wide = {{"w", "300"}, {"h", "100"}, {"fit", "crop"}, {"crop", "bottom"}};
    EXPECT_EQ(plan(wide).crop, (Box{0, 100, 300, 100}));
    EXPECT_TRUE(plan({{"w", "100"}, {"h", "100"}, {"fit", "crop"}, {"crop", "entropy"}}).byEntropy);
}

TEST(ImagePlan, MinCropsToTheShapeWithoutEnlarging) {
    EXPECT_EQ(scaled({{"w", "100"}, {"h", "100"}, {"fit", "min"}}), (Size{100, 100}));
    const ImagePlan made = plan({{"w", "400"}, {"h", "400"}, {"fit", "min"}});
    EXPECT_EQ(made.scaled, (Size{200, 200}));
    EXPECT_EQ(made.crop, (Box{50, 0, 200, 200}));
}

TEST(ImagePlan, FillKeepsTheWholePictureInTheMiddleOfTheBox) {
    ImagePlan made = plan({{"w", "100"}, {"h", "100"}, {"fit", "fill"}});
    EXPECT_EQ(made.scaled, (Size{100, 67}));
    EXPECT_EQ(made.canvas, (Size{100, 100}));
    made = plan({{"w", "500"}, {"h", "500"}, {"fit", "fill"}});
    EXPECT_EQ(made.scaled, (Size{300, 200})) << "it does not enlarge";
    EXPECT_EQ(made.canvas, (Size{500, 500}));
}

TEST(ImagePlan, AspectRatioGivesTheMissingSide) {
    EXPECT_EQ(scaled({{"w", "280"}, {"ar", "2:1"}, {"fit", "crop"}}), (Size{280, 140}));
    EXPECT_EQ(scaled({{"h", "50"}, {"ar", "2:1"}, {"fit", "crop"}}), (Size{100, 50}));
    EXPECT_EQ(scaled({{"ar", "9:1"}, {"fit", "crop"}}, {900, 270}), (Size{900, 100}));
    EXPECT_EQ(plan({{"ar", "3:1"}, {"fit", "fill"}}).canvas, (Size{600, 200}));
    EXPECT_EQ(scaled({{"w", "100"}, {"h", "30"}, {"ar", "2:1"}, {"fit", "crop"}}), (Size{100, 30}));
    EXPECT_EQ(scaled({{"w", "90"}, {"ar", "2:1"}}), (Size{90, 60})) << "crop and fill only";
}

TEST(ImagePlan, FractionsAreOfTheSourceAndDprMultiplies) {
    EXPECT_EQ(scaled({{"w", "0.5"}}), (Size{150, 100}));
    EXPECT_EQ(scaled({{"w", "1"}}), (Size{1, 1})) << "one pixel";
    EXPECT_EQ(scaled({{"w", "1.0"}, {"dpr", "2"}}), (Size{600, 400}));
    EXPECT_EQ(scaled({{"w", "30"}, {"h", "20"}, {"dpr", "1.5"}, {"fit", "crop"}}), (Size{45, 30}));
}

TEST(ImagePlan, SizesLargerThanAllowedDownKeepingTheShape) {
    EXPECT_EQ(scaled({{"w", "100000"}, {"h", "50000"}, {"fit", "scale"}}), (Size{8192, 4096}));
    EXPECT_EQ(scaled({{"w", "8000"}}, {10, 100'000}), (Size{1, 8192}));
    EXPECT_EQ(scaled({}, {20'000, 10'000}), (Size{8192, 4096}));
    const ImagePlan small = planImage(parse({{"w", "1000"}, {"h", "1000"}, {"fit", "crop"}}), {300, 200}, 10'000);
    EXPECT_EQ(small.scaled, (Size{100, 100}));
}

TEST(ImagePlan, NothingIsEverEmpty) {
    for (const Size source : {Size{1, 1}, Size{1, 5000}, Size{5000, 1}}) {
        for (const char* fit : {"clip", "crop", "max", "min", "fill", "scale"}) {
            for (const char* side : {"1", "0.0001", "7", "9000"}) {
                const ImagePlan made = plan({{"w", side}, {"h", "3"}, {"fit", fit}, {"crop", "right"}}, source);
                EXPECT_GE(made.scaled.width, 1);
                EXPECT_GE(made.scaled.height, 1);
                EXPECT_GE(made.crop.width, 1);
                EXPECT_GE(made.crop.height, 1);
                EXPECT_LE(made.crop.left + made.crop.width, source.width);
                EXPECT_LE(made.crop.top + made.crop.height, source.height);
                EXPECT_GE(made.canvas.width, made.scaled.width);
            }
        }
    }
}

TEST(ImageRect, SelectsAPartByPixelsFractionsAndWords) {
    const auto rect = [](const std::string& text) { return planRect(parse({{"rect", text}}), {300, 200}); };
    EXPECT_EQ(rect("10,20,30,40"), (Box{10, 20, 30, 40}));
    EXPECT_EQ(rect("0.5,0.25,0.5,0.5"), (Box{150, 50, 150, 100}));
    EXPECT_EQ(rect("right,bottom,100,50"), (Box{200, 150, 100, 50}));
    EXPECT_EQ(rect("center,middle,100,50"), (Box{100, 75, 100, 50}));
    EXPECT_EQ(rect("left,top,full,50"), (Box{0, 0, 300, 50}));
    EXPECT_EQ(rect("250,150,100,100"), (Box{250, 150, 50, 50})) << "what lies outside is cut";
    EXPECT_EQ(rect("300,0,10,10"), (Box{0, 0, 300, 200})) << "one that is all outside is ignored";
}

TEST(ImageShrink, NeverMakesAPictureThatMustBeEnlarged) {
    EXPECT_EQ(shrinkOnLoad(plan({{"w", "300"}}, {3000, 2000})), 8);
    EXPECT_EQ(shrinkOnLoad(plan({{"w", "375"}}, {3000, 2000})), 8);
    EXPECT_EQ(shrinkOnLoad(plan({{"w", "376"}}, {3000, 2000})), 4);
    EXPECT_EQ(shrinkOnLoad(plan({{"w", "2000"}}, {3000, 2000})), 1);
    EXPECT_EQ(shrinkOnLoad(plan({{"w", "100"}, {"h", "2000"}, {"fit", "scale"}}, {3000, 2000})), 1);
    EXPECT_EQ(shrunkBox({100, 80, 50, 40}, 4, {250, 200}), (Box{25, 20, 13, 10}));
    EXPECT_EQ(shrunkBox({999, 799, 1, 1}, 8, {125, 100}), (Box{124, 99, 1, 1}));
}

}  // namespace
}  // namespace inkwell::images
