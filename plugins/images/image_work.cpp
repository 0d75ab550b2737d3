#include "image_work.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace inkwell::images {

namespace {

// Nanoseconds for one pixel, measured with photographs; drawings cost less.
constexpr double kDecode = 20;
constexpr double kScan = 1;  // for each scan of a JPEG beyond kUsualScans, even an empty one
constexpr int kUsualScans = 10;
constexpr double kTrim = 200;
constexpr double kEntropy = 60;
constexpr double kResize = 20;  // of what is made
constexpr double kColours = 20;
constexpr double kSharpen = 100;
constexpr double kRotate = 60;
constexpr double kNarrowBlur = 5;  // for each pixel of the Gaussian; past kWideSigma libvips takes a slower way
constexpr double kWideBlur = 15;
constexpr double kWideSigma = 10;
constexpr double kBlurPerSigma = 20;
constexpr double kFrameMs = 2;  // for each frame of an animation, however small
constexpr double kNanosPerMs = 1'000'000;

double pixelsOf(const Size& size) { return static_cast<double>(size.width) * size.height; }

double lookNanos(const ImageParams& params) {
    double nanos = 0;
    if (params.saturation != 0 || params.brightness != 0 || params.contrast != 0) nanos += kColours;
    const double sigma = params.blur / kBlurPerSigma;
    nanos += sigma * (sigma > kWideSigma ? kWideBlur : kNarrowBlur);
    if (params.sharpen > 0) nanos += kSharpen;
    return nanos;
}

double writeNanos(const ImageParams& params, Format format) {
    switch (format) {
        case Format::Webp:
            return params.lossless ? 300 : 80;
        case Format::Avif:
            // With the quality the encoder looks at more.
            return params.lossless || params.quality.value_or(0) > 90 ? 400
                   : params.quality.value_or(0) > 70                  ? 200
                                                                      : 100;
        case Format::Png:
            return params.autoCompress && !params.lossless ? 1000 : 100;
        case Format::Gif:
            return 400;
        default:
            return 20;
    }
}

// A turn makes a thin picture a large one.
Size turned(const Size& size, int degrees) {
    if (degrees == 0) return size;
    const double angle = degrees * std::numbers::pi / 180;
    const double across = std::abs(std::cos(angle));
    const double down = std::abs(std::sin(angle));
    return {static_cast<int>(std::lround(size.width * across + size.height * down)),
            static_cast<int>(std::lround(size.width * down + size.height * across))};
}

Size padded(const Size& size, const ImageParams& params) {
    const int room = std::max(0, (kMaxSidePx - std::max(size.width, size.height)) / 2);
    const int pad = std::min(static_cast<int>(std::lround(params.padPx * params.dpr)), room);
    return {size.width + 2 * pad, size.height + 2 * pad};
}

std::int64_t milliseconds(double nanos) { return std::llround(nanos / kNanosPerMs); }

}  // namespace

std::int64_t trimWorkMs(Size source) { return milliseconds(pixelsOf(source) * kTrim); }

std::int64_t pictureWorkMs(const ImageParams& params, const ImagePlan& plan, Size source, int frames, Format format) {
    double nanos = pixelsOf(source) * kDecode;
    if (plan.byEntropy) nanos += pixelsOf(source) * kEntropy;
    if (plan.scaled != Size{plan.crop.width, plan.crop.height}) nanos += pixelsOf(plan.scaled) * kResize;
    nanos += pixelsOf(plan.canvas) * lookNanos(params);
    const Size rotated = turned(plan.canvas, params.rotation);
    if (params.rotation != 0) nanos += pixelsOf(rotated) * kRotate;
    nanos += pixelsOf(padded(rotated, params)) * writeNanos(params, format);
    return milliseconds(nanos * frames) + (frames > 1 ? std::llround(frames * kFrameMs) : 0);
}

std::int64_t scansWorkMs(Size source, int scans) {
    return milliseconds(pixelsOf(source) * kScan * std::max(0, scans - kUsualScans));
}

std::int64_t wishWorkMs(const ImageParams& params) {
    constexpr Size kLargest{kMaxSidePx, kMaxSidePx};
    const Box part = planRect(params, kLargest);
    const ImagePlan plan = planImage(params, {part.width, part.height}, std::int64_t{kMaxSidePx} * kMaxSidePx);
    const std::int64_t readingMs = milliseconds(pixelsOf(kLargest) * kDecode);
    return (params.trim ? trimWorkMs(kLargest) : 0) - readingMs +
           pictureWorkMs(params, plan, kLargest, 1, params.format.value_or(Format::Png));
}

}  // namespace inkwell::images
