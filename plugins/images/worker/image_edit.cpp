#include "image_edit.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace inkwell::images {

using vips::VImage;

namespace {

constexpr double kTrimTolerance = 10;  // of 255
constexpr int kTrimWindowPx = 3;       // libvips looks for the border in squares of this side
constexpr double kBlurPerSigma = 20;   // blur=20 is a Gaussian of one pixel
constexpr double kOpaque = 255;
constexpr double kMiddleGrey = 127.5;
// Rec. 709, as sRGB has it.
constexpr double kRed = 0.2126, kGreen = 0.7152, kBlue = 0.0722;

using Step = std::function<VImage(const VImage&)>;

// Colours of transparent pixels must not leak into their neighbours.
VImage premultiplied(const VImage& image, const Step& step) {
    if (!image.has_alpha()) return step(image).cast(VIPS_FORMAT_UCHAR);
    return step(image.premultiply()).unpremultiply().cast(VIPS_FORMAT_UCHAR);
}

VImage onColours(const VImage& image, const Step& step) {
    if (!image.has_alpha()) return step(image).cast(VIPS_FORMAT_UCHAR);
    const VImage alpha = image.extract_band(image.bands() - 1);
    const VImage colours = image.extract_band(0, VImage::option()->set("n", image.bands() - 1));
    return step(colours)
        .cast(VIPS_FORMAT_UCHAR)
        .bandjoin(alpha)
        .copy(VImage::option()->set("interpretation", VIPS_INTERPRETATION_sRGB));
}

VImage withAlpha(VImage image) {
    if (image.has_alpha()) return image;
    return image.bandjoin_const({kOpaque}).copy(VImage::option()->set("interpretation", VIPS_INTERPRETATION_sRGB));
}

VImage resized(VImage image, Size to) {
    if (image.width() == to.width && image.height() == to.height) return image;
    return premultiplied(image, [&](const VImage& whole) {
        const double across = static_cast<double>(to.width) / whole.width();
        const double down = static_cast<double>(to.height) / whole.height();
        VImage made = whole.resize(across, VImage::option()->set("vscale", down));
        if (made.width() == to.width && made.height() == to.height) return made;
        return made.embed(0, 0, to.width, to.height, VImage::option()->set("extend", VIPS_EXTEND_COPY));
    });
}

VImage framed(const VImage& image, int left, int top, Size to) {
    return withAlpha(image).embed(
        left, top, to.width, to.height,
        VImage::option()->set("extend", VIPS_EXTEND_BACKGROUND)->set("background", std::vector<double>{0, 0, 0, 0}));
}

VImage coloured(const VImage& image, const ImageParams& params) {
    const double keep = 1 + params.saturation / 100.0;
    const double mix = 1 - keep;
    const std::vector<double> matrix = {mix * kRed + keep, mix * kGreen,        mix * kBlue,
                                        mix * kRed,        mix * kGreen + keep, mix * kBlue,
                                        mix * kRed,        mix * kGreen,        mix * kBlue + keep};
    const double slope = 1 + params.contrast / 100.0;
    const double offset = kMiddleGrey * (1 - slope) + kOpaque * params.brightness / 100.0;
    return onColours(image, [&](const VImage& colours) {
        const VImage grid = VImage::new_matrix(3, 3, const_cast<double*>(matrix.data()), 9);
        return (params.saturation != 0 ? colours.recomb(grid) : colours).linear(slope, offset);
    });
}

VImage sharpened(const VImage& image, int amount) {
    return onColours(image, [&](const VImage& colours) {
        return colours.sharpen(VImage::option()->set("sigma", 1.0)->set("m1", amount / 50.0)->set("m2", amount / 10.0))
            .colourspace(VIPS_INTERPRETATION_sRGB);
    });
}

// `degrees` counter-clockwise; quarter turns are exact.
VImage rotated(const VImage& image, int degrees) {
    switch (degrees) {
        case 90:
            return image.rot(VIPS_ANGLE_D270);
        case 180:
            return image.rot(VIPS_ANGLE_D180);
        case 270:
            return image.rot(VIPS_ANGLE_D90);
        default:
            return premultiplied(withAlpha(image), [&](const VImage& whole) {
                const VImage turned =
                    whole.rotate(-degrees, VImage::option()->set("background", std::vector<double>{0, 0, 0, 0}));
                const int longest = std::max(turned.width(), turned.height());
                return longest <= kMaxSidePx ? turned : turned.resize(static_cast<double>(kMaxSidePx) / longest);
            });
    }
}

}  // namespace

Box findTrimmed(const VImage& image) {
    const Box whole{0, 0, image.width(), image.height()};
    if (std::min(image.width(), image.height()) < kTrimWindowPx) return whole;
    VImage opaque = image;
    if (image.has_alpha()) opaque = image.flatten(VImage::option()->set("background", std::vector<double>{255}));
    const std::vector<double> corner = opaque.getpoint(0, 0);
    int top = 0, width = 0, height = 0;
    const int left = opaque.find_trim(&top, &width, &height,
                                      VImage::option()->set("threshold", kTrimTolerance)->set("background", corner));
    if (width <= 0 || height <= 0) return whole;
    return {left, top, width, height};
}

VImage fitted(VImage image, const ImagePlan& plan) {
    if (plan.byEntropy) {
        image = image.smartcrop(plan.crop.width, plan.crop.height,
                                VImage::option()->set("interesting", VIPS_INTERESTING_ENTROPY));
    } else if (plan.crop.width != image.width() || plan.crop.height != image.height()) {
        image = image.crop(plan.crop.left, plan.crop.top, plan.crop.width, plan.crop.height);
    }
    image = resized(image, plan.scaled);
    if (plan.canvas == plan.scaled) return image;
    return framed(image, (plan.canvas.width - plan.scaled.width) / 2, (plan.canvas.height - plan.scaled.height) / 2,
                  plan.canvas);
}

VImage adjusted(VImage image, const ImageParams& params) {
    if (params.saturation != 0 || params.brightness != 0 || params.contrast != 0) image = coloured(image, params);
    if (params.blur > 0) {
        image = premultiplied(image, [&](const VImage& whole) { return whole.gaussblur(params.blur / kBlurPerSigma); });
    }
    // Each looks at its neighbourhood, so in a chain, or read in small pieces by a writer, pixels were made many times.
    if (params.blur > 0) image = image.copy_memory();
    if (params.sharpen > 0) image = sharpened(image, params.sharpen).copy_memory();
    if (params.flipHorizontal) image = image.flip(VIPS_DIRECTION_HORIZONTAL);
    if (params.flipVertical) image = image.flip(VIPS_DIRECTION_VERTICAL);
    if (params.rotation != 0) image = rotated(image, params.rotation);
    if (params.padPx > 0) {
        const int room = std::max(0, (kMaxSidePx - std::max(image.width(), image.height())) / 2);
        const int pad = std::min(static_cast<int>(std::lround(params.padPx * params.dpr)), room);
        image = framed(image, pad, pad, {image.width() + 2 * pad, image.height() + 2 * pad});
    }
    return image;
}

VImage onBackground(VImage image, const ImageParams& params, Format format) {
    if (!image.has_alpha()) return image;
    const bool keepsAlpha = hasTransparency(format);
    if (!params.background && keepsAlpha) return image;
    const Colour colour = params.background.value_or(Colour{255, 255, 255});
    const std::vector<double> bands = {static_cast<double>(colour.red), static_cast<double>(colour.green),
                                       static_cast<double>(colour.blue)};
    if (colour.alpha == kOpaque || !keepsAlpha)
        return image.flatten(VImage::option()->set("background", bands)).cast(VIPS_FORMAT_UCHAR);
    const VImage behind = image.new_from_image({bands[0], bands[1], bands[2], static_cast<double>(colour.alpha)})
                              .copy(VImage::option()->set("interpretation", VIPS_INTERPRETATION_sRGB));
    return behind.composite2(image, VIPS_BLEND_MODE_OVER).cast(VIPS_FORMAT_UCHAR);
}

}  // namespace inkwell::images
