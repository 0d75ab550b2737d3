#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>

#include "image_output.h"

namespace inkwell::images {

using vips::VImage;

namespace {

constexpr int kSampleSidePx = 128;
constexpr int kBoxesPerBand = 8;  // colours are counted in 8 x 8 x 8 boxes
constexpr std::size_t kColours = 6;
constexpr int kMinAlpha = 128;
constexpr double kFull = 255;

struct Sum {
    double red = 0, green = 0, blue = 0;
    std::int64_t count = 0;
};

// 0 to 1, in ten thousandths.
double share(double value) { return std::round(value / kFull * 10'000) / 10'000; }

boost::json::object describe(const Sum& sum) {
    const double red = sum.red / static_cast<double>(sum.count);
    const double green = sum.green / static_cast<double>(sum.count);
    const double blue = sum.blue / static_cast<double>(sum.count);
    std::array<char, 8> hex{};
    std::snprintf(hex.data(), hex.size(), "#%02x%02x%02x", static_cast<unsigned>(std::lround(red)),
                  static_cast<unsigned>(std::lround(green)), static_cast<unsigned>(std::lround(blue)));
    return {{"red", share(red)}, {"green", share(green)}, {"blue", share(blue)}, {"hex", hex.data()}};
}

VImage sampleOf(const VImage& image) {
    const double factor = static_cast<double>(kSampleSidePx) / std::max(image.width(), image.height());
    if (factor >= 1) return image;
    // By nearest neighbour: mixtures of colours that lie beside each other would be colours of their own.
    return image.resize(
        factor,
        VImage::option()->set("vscale", std::max(factor, 1.0 / image.height()))->set("kernel", VIPS_KERNEL_NEAREST));
}

}  // namespace

std::string describePalette(const VImage& image) {
    const VImage sample = sampleOf(image);
    std::size_t size = 0;
    std::unique_ptr<void, decltype(&g_free)> memory(sample.write_to_memory(&size), &g_free);
    const auto* bytes = static_cast<const unsigned char*>(memory.get());
    const auto bands = static_cast<std::size_t>(sample.bands());

    std::map<int, Sum> boxes;
    Sum all;
    const auto add = [](Sum& sum, const unsigned char* pixel) {
        sum.red += pixel[0];
        sum.green += pixel[1];
        sum.blue += pixel[2];
        ++sum.count;
    };
    for (std::size_t at = 0; at + bands <= size; at += bands) {
        const unsigned char* pixel = bytes + at;
        if (bands == 4 && pixel[3] < kMinAlpha) continue;
        constexpr int kStep = 256 / kBoxesPerBand;
        const int box = (pixel[0] / kStep * kBoxesPerBand + pixel[1] / kStep) * kBoxesPerBand + pixel[2] / kStep;
        add(boxes[box], pixel);
        add(all, pixel);
    }

    std::vector<Sum> sorted;
    sorted.reserve(boxes.size());
    for (const auto& [box, sum] : boxes) sorted.push_back(sum);
    std::stable_sort(sorted.begin(), sorted.end(), [](const Sum& a, const Sum& b) { return a.count > b.count; });
    boost::json::array colours;
    for (const Sum& sum : sorted)
        if (colours.size() < kColours) colours.push_back(describe(sum));
    const double luminance = 0.2126 * all.red + 0.7152 * all.green + 0.0722 * all.blue;
    const boost::json::object described{
        {"colors", colours},
        {"average_luminance", all.count > 0 ? share(luminance / static_cast<double>(all.count)) : 0.0}};
    return boost::json::serialize(described);
}

}  // namespace inkwell::images
