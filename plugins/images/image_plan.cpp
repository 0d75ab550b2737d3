#include "image_plan.h"

#include <algorithm>
#include <cmath>

namespace inkwell::images {

namespace {

struct Extent {
    double width = 0, height = 0;
};

int rounded(double length) { return std::max(1, static_cast<int>(std::lround(length))); }

Size rounded(const Extent& extent) { return {rounded(extent.width), rounded(extent.height)}; }

double pixelsOf(const Length& length, int side) { return length.isFraction ? length.value * side : length.value; }

double startOf(const Coordinate& coordinate, int side, double length) {
    if (coordinate.kind == Coordinate::Kind::Middle) return (side - length) / 2;
    if (coordinate.kind == Coordinate::Kind::End) return side - length;
    return pixelsOf(coordinate.number, side);
}

// What `w`, `h`, `ar` and `dpr` ask for; nothing when they ask for no size.
std::optional<Extent> wantedExtent(const ImageParams& params, Size source) {
    Extent wanted;
    if (params.width) wanted.width = pixelsOf(*params.width, source.width) * params.dpr;
    if (params.height) wanted.height = pixelsOf(*params.height, source.height) * params.dpr;
    if (params.width && params.height) return wanted;

    const bool byRatio = params.aspectRatio > 0 && (params.fit == Fit::Crop || params.fit == Fit::Fill);
    const double ratio = byRatio ? params.aspectRatio : static_cast<double>(source.width) / source.height;
    if (params.width) return Extent{wanted.width, wanted.width / ratio};
    if (params.height) return Extent{wanted.height * ratio, wanted.height};
    if (!byRatio) return std::nullopt;
    const double across = source.height * ratio;
    const double width =
        params.fit == Fit::Crop ? std::min<double>(source.width, across) : std::max<double>(source.width, across);
    return Extent{width, width / ratio};
}

Extent times(const Extent& extent, double factor) { return {extent.width * factor, extent.height * factor}; }

Extent bounded(const Extent& extent, std::int64_t maxPixels) {
    const double byPixels = std::sqrt(static_cast<double>(maxPixels) / (extent.width * extent.height));
    return times(extent, std::min({1.0, kMaxSidePx / extent.width, kMaxSidePx / extent.height, byPixels}));
}

// The largest box inside `source` that has the shape of `extent`, where `crop` wants it.
Box cropBox(const ImageParams& params, Size source, const Extent& extent) {
    const double factor = std::min(source.width / extent.width, source.height / extent.height);
    const Size size = {std::min(source.width, rounded(extent.width * factor)),
                       std::min(source.height, rounded(extent.height * factor))};
    const auto place = [](int side, int length, int where, bool byFocus, double focus) {
        const int room = side - length;
        if (byFocus) return std::clamp(static_cast<int>(std::lround(focus * side - length / 2.0)), 0, room);
        return where < 0 ? 0 : where > 0 ? room : room / 2;
    };
    const CropPlace& crop = params.crop;
    return {place(source.width, size.width, crop.horizontal, crop.byFocalPoint, params.focalX),
            place(source.height, size.height, crop.vertical, crop.byFocalPoint, params.focalY), size.width,
            size.height};
}

}  // namespace

Box planRect(const ImageParams& params, Size source) {
    const Box all{0, 0, source.width, source.height};
    if (!params.rect) return all;
    const Region& region = *params.rect;
    const double width = pixelsOf(region.width, source.width);
    const double height = pixelsOf(region.height, source.height);
    const double left = std::max(0.0, startOf(region.left, source.width, width));
    const double top = std::max(0.0, startOf(region.top, source.height, height));
    if (left > source.width - 1 || top > source.height - 1) return all;
    const int x = static_cast<int>(left);
    const int y = static_cast<int>(top);
    return {x, y, static_cast<int>(std::clamp(std::round(width), 1.0, static_cast<double>(source.width - x))),
            static_cast<int>(std::clamp(std::round(height), 1.0, static_cast<double>(source.height - y)))};
}

ImagePlan planImage(const ImageParams& params, Size source, std::int64_t maxPixels) {
    const Extent whole{static_cast<double>(source.width), static_cast<double>(source.height)};
    const std::optional<Extent> wanted = wantedExtent(params, source);
    Extent frame = bounded(wanted.value_or(whole), maxPixels);
    ImagePlan plan{{0, 0, source.width, source.height}, false, {}, {}};

    if (wanted && params.fit == Fit::Min)
        frame = times(frame, std::min({1.0, whole.width / frame.width, whole.height / frame.height}));
    if (wanted && (params.fit == Fit::Crop || params.fit == Fit::Min)) {
        plan.crop = cropBox(params, source, frame);
        plan.byEntropy = params.crop.byEntropy && Size{plan.crop.width, plan.crop.height} != source;
        plan.scaled = plan.canvas = rounded(frame);
        return plan;
    }
    if (wanted && params.fit == Fit::Scale) {
        plan.scaled = plan.canvas = rounded(frame);
        return plan;
    }
    const bool enlarges = params.fit != Fit::Max && params.fit != Fit::Fill;
    const double inside = std::min(frame.width / whole.width, frame.height / whole.height);
    plan.scaled = rounded(times(whole, enlarges ? inside : std::min(1.0, inside)));
    plan.canvas = wanted && params.fit == Fit::Fill ? rounded(frame) : plan.scaled;
    return plan;
}

int shrinkOnLoad(const ImagePlan& plan) {
    const double factor = std::min(static_cast<double>(plan.crop.width) / plan.scaled.width,
                                   static_cast<double>(plan.crop.height) / plan.scaled.height);
    for (const int shrink : {8, 4, 2})
        if (factor >= shrink) return shrink;
    return 1;
}

Box shrunkBox(const Box& box, int shrink, Size shrunk) {
    const int left = std::min(box.left / shrink, shrunk.width - 1);
    const int top = std::min(box.top / shrink, shrunk.height - 1);
    return {left, top, std::clamp(rounded(static_cast<double>(box.width) / shrink), 1, shrunk.width - left),
            std::clamp(rounded(static_cast<double>(box.height) / shrink), 1, shrunk.height - top)};
}

}  // namespace inkwell::images
