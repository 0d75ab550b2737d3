// What pictures cost is known before they are made.
#include "image_work.h"

#include "tests/plugins/images/workshop.h"

namespace inkwell::images {
namespace {

std::int64_t workOf(const Params& params, Size source, Format format, int frames = 1) {
    const ImageParams wanted = parse(params);
    return pictureWorkMs(wanted, planImage(wanted, source, 100'000'000), source, frames, format);
}

constexpr Size kPhoto{4000, 3000};
constexpr std::int64_t kAllowedMs = ImageSettings().maxWorkMs;

TEST(ImageWork, OfWhatPagesShowIsAllowed) {
    for (const Format format : {Format::Jpeg, Format::Webp, Format::Avif, Format::Png, Format::Gif}) {
        EXPECT_LT(workOf({{"w", "1600"}, {"sharp", "20"}}, kPhoto, format), kAllowedMs);
        EXPECT_LT(workOf({{"w", "800"}, {"blur", "200"}, {"auto", "compress"}}, kPhoto, format), kAllowedMs);
    }
    EXPECT_LT(workOf({}, kPhoto, Format::Avif), kAllowedMs);
    EXPECT_LT(workOf({{"w", "400"}}, {600, 400}, Format::Gif, 100), kAllowedMs);
}

TEST(ImageWork, GrowsWithPixelsAndOperations) {
    const std::int64_t plain = workOf({{"w", "2000"}}, kPhoto, Format::Jpeg);
    EXPECT_GT(workOf({{"w", "4000"}}, {8000, 6000}, Format::Jpeg), plain);
    EXPECT_GT(workOf({{"w", "2000"}, {"blur", "100"}}, kPhoto, Format::Jpeg), plain);
    EXPECT_GT(workOf({{"w", "2000"}, {"rot", "30"}}, kPhoto, Format::Jpeg), plain);
    EXPECT_GT(workOf({{"w", "2000"}}, kPhoto, Format::Jpeg, 10), 9 * plain);
    EXPECT_GT(workOf({{"w", "2000"}}, kPhoto, Format::Avif), plain);
    EXPECT_GT(workOf({{"w", "8000"}, {"rot", "45"}}, {8000, 80}, Format::Avif),
              10 * workOf({{"w", "8000"}}, {8000, 80}, Format::Avif))
        << "a turn makes a thin picture a large one";
    EXPECT_GT(trimWorkMs({9000, 9000}), kAllowedMs);
}

TEST(ImageWork, OfWhatHoldsAWorkerForSecondsIsNot) {
    EXPECT_GT(workOf({{"w", "8192"}, {"sharp", "100"}, {"fm", "avif"}, {"q", "1"}}, {9000, 9000}, Format::Avif),
              kAllowedMs);
    EXPECT_GT(workOf({{"blur", "2000"}}, kPhoto, Format::Jpeg), kAllowedMs);
}

TEST(ImageWork, OfAWishIsSmallWhereThePictureIs) {
    for (const Params& small : {Params{{"w", "800"}}, Params{{"w", "300"}, {"h", "300"}, {"fit", "crop"}, {"dpr", "2"}},
                                Params{{"w", "1600"}, {"fm", "webp"}}, Params{{"h", "400"}, {"sharp", "20"}}})
        EXPECT_LT(wishWorkMs(parse(small)), 500) << small.begin()->first;
    for (const Params& large : {Params{{"fm", "jpg"}}, Params{{"w", "6000"}}, Params{{"w", "800"}, {"blur", "2000"}},
                                Params{{"w", "10"}, {"trim", "auto"}}, Params{{"w", "1.0"}}})
        EXPECT_GT(wishWorkMs(parse(large)), 500) << large.begin()->first;
}

}  // namespace
}  // namespace inkwell::images
