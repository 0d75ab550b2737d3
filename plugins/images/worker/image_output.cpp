#include "image_output.h"

#include <unistd.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cerrno>
#include <memory>
#include <string_view>

namespace inkwell::images {

using vips::VImage;
using vips::VOption;

namespace {

constexpr int kQuality = 75;
constexpr int kCompressedQuality = 55;
constexpr int kAvifQuality = 60;  // its scale reaches the same look earlier
constexpr int kCompressedAvifQuality = 45;
constexpr int kAvifEffort = 2;  // of 9: past it, a photo takes seconds for a few percent
constexpr int kDefaultDelayMs = 100;

int qualityOf(Format format, const ImageParams& params) {
    if (params.quality) return std::max(1, *params.quality);
    if (format == Format::Avif) return params.autoCompress ? kCompressedAvifQuality : kAvifQuality;
    return params.autoCompress ? kCompressedQuality : kQuality;
}

VOption* optionsOf(Format format, const ImageParams& params) {
    VOption* options = VImage::option()->set("strip", true);
    const int quality = qualityOf(format, params);
    switch (format) {
        case Format::Jpeg:
        case Format::ProgressiveJpeg:
            return options->set("Q", quality)
                ->set("optimize_coding", true)
                ->set("interlace", format == Format::ProgressiveJpeg);
        case Format::Png:
            if (params.autoCompress && !params.lossless) options->set("palette", true)->set("Q", 90);
            return options;
        case Format::Webp:
            return options->set("Q", quality)->set("lossless", params.lossless);
        case Format::Avif:
            options->set("compression", VIPS_FOREIGN_HEIF_COMPRESSION_AV1)->set("effort", kAvifEffort);
            if (params.lossless) return options->set("lossless", true);
            return options->set("Q", quality);
        default:
            return options;
    }
}

const char* saverOf(Format format) {
    switch (format) {
        case Format::Png:
            return "pngsave_target";
        case Format::Webp:
            return "webpsave_target";
        case Format::Avif:
            return "heifsave_target";
        case Format::Gif:
            return "gifsave_target";
        default:
            return "jpegsave_target";
    }
}

// What a camera writes tells where somebody lives, and the writer of WebP keeps it whatever `strip` says. The colours
// are sRGB by now and need no profile.
VImage withoutMetadata(const VImage& image) {
    VImage bare = image.copy();
    const std::unique_ptr<char*, decltype(&g_strfreev)> names(vips_image_get_fields(bare.get_image()), &g_strfreev);
    for (char** name = names.get(); *name != nullptr; ++name) bare.remove(*name);
    return bare;
}

VImage joined(const DecodedImage& image) {
    // A still one keeps nothing of the animation it was taken from either.
    if (image.frames.size() == 1) return withoutMetadata(image.frames.front());
    VImage strip = withoutMetadata(VImage::arrayjoin(image.frames, VImage::option()->set("across", 1)));
    std::vector<int> delays = image.delaysMs;
    delays.resize(image.frames.size(), kDefaultDelayMs);
    strip.set(VIPS_META_PAGE_HEIGHT, image.frames.front().height());
    strip.set("delay", delays);
    strip.set("loop", image.loops);
    return strip;
}

}  // namespace

Format chooseFormat(const ImageParams& params, const ImageHeader& header, bool hasAlpha) {
    if (params.format && *params.format != Format::Json) return *params.format;
    return header.format.value_or(hasAlpha ? Format::Png : Format::Jpeg);
}

void writeImage(const DecodedImage& image, Format format, const ImageParams& params, int file) {
    const VImage whole = joined(image);
    const vips::VTarget target = vips::VTarget::new_to_descriptor(file);
    VImage::call(saverOf(format), optionsOf(format, params)->set("in", whole)->set("target", target));
}

std::string describeImage(const ImageHeader& header, std::int64_t bytes) {
    const std::string type = header.format ? std::string(contentTypeOf(*header.format)) : "image/" + header.loader;
    const boost::json::object described{{"Content-Length", bytes},           {"Content-Type", type},
                                        {"PixelWidth", header.stored.width}, {"PixelHeight", header.stored.height},
                                        {"ColorModel", header.colourModel},  {"Depth", header.depth},
                                        {"Orientation", header.orientation}, {"Frames", header.frames}};
    return boost::json::serialize(described);
}

void writeText(const std::string& text, int file) {
    for (std::string_view left = text; !left.empty();) {
        const ssize_t written = ::write(file, left.data(), left.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) throw std::runtime_error("the result cannot be written");
        left.remove_prefix(static_cast<std::size_t>(written));
    }
}

bool canWriteAvif() {
    try {
        const VImage dot = VImage::black(16, 16, VImage::option()->set("bands", 3))
                               .copy(VImage::option()->set("interpretation", VIPS_INTERPRETATION_sRGB));
        VOption* options = VImage::option()->set("compression", VIPS_FOREIGN_HEIF_COMPRESSION_AV1)->set("effort", 0);
        vips_area_unref(VIPS_AREA(dot.heifsave_buffer(options)));
        return true;
    } catch (const vips::VError&) {
        vips_error_clear();
        return false;
    }
}

}  // namespace inkwell::images
