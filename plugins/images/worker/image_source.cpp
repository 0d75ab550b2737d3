#include "image_source.h"

#include <unistd.h>

#include <algorithm>
#include <array>

#include "jpeg_scans.h"
#include "png_texts.h"
#include "refusal.h"

namespace inkwell::images {

using vips::VError;
using vips::VImage;
using vips::VOption;

namespace {

struct Loader {
    const char* type;       // of libvips
    const char* operation;  // its nickname, for sources
    const char* name;
    std::optional<Format> format;
};

const std::array<Loader, 6> kLoaders = {{
    {"VipsForeignLoadJpeg", "jpegload_source", "jpeg", Format::Jpeg},
    {"VipsForeignLoadPng", "pngload_source", "png", Format::Png},
    {"VipsForeignLoadWebp", "webpload_source", "webp", Format::Webp},
    {"VipsForeignLoadNsgif", "gifload_source", "gif", Format::Gif},
    {"VipsForeignLoadHeif", "heifload_source", "heif", std::nullopt},
    {"VipsForeignLoadTiff", "tiffload_source", "tiff", std::nullopt},
}};

// Nobody has films of so many small frames, nor documents of so many pages.
constexpr int kMaxFrames = 4000;
constexpr std::int64_t kMaxTextMb = 16;
constexpr int kMaxScans = 100;  // a progressive picture has about ten

bool isAnimated(const std::string& loader) { return loader == "gif" || loader == "webp"; }

int integerOf(const VImage& image, const char* name, int fallback) {
    return image.get_typeof(name) == G_TYPE_INT ? image.get_int(name) : fallback;
}

std::string colourModelOf(const VImage& image) {
    switch (image.interpretation()) {
        case VIPS_INTERPRETATION_B_W:
        case VIPS_INTERPRETATION_GREY16:
            return "Gray";
        case VIPS_INTERPRETATION_CMYK:
            return "CMYK";
        default:
            return "RGB";
    }
}

VImage toSrgb(VImage image) {
    if (image.get_typeof(VIPS_META_ICC_NAME) != 0) {
        try {
            image = image.icc_transform("srgb", VImage::option()->set("embedded", true)->set("depth", 8));
        } catch (const VError&) {
            // A profile nobody can read is no reason to refuse the picture: its numbers are taken as they are.
            vips_error_clear();
        }
    }
    if (image.interpretation() != VIPS_INTERPRETATION_sRGB) image = image.colourspace(VIPS_INTERPRETATION_sRGB);
    if (image.bands() > 4) image = image.extract_band(0, VImage::option()->set("n", 4));
    return image.cast(VIPS_FORMAT_UCHAR);
}

VImage upright(VImage image, int orientation) {
    image = image.copy();
    image.set(VIPS_META_ORIENTATION, orientation);
    return image.autorot();
}

}  // namespace

void allowKnownLoadersOnly() {
    vips_operation_block_set("VipsForeignLoad", TRUE);
    for (const Loader& loader : kLoaders) vips_operation_block_set(loader.type, FALSE);
}

DecodedFrames::DecodedFrames(VImage strip, int frames, int frameHeight, int orientation)
    : strip_(std::move(strip)), count_(frames), frameHeight_(frameHeight), orientation_(orientation) {}

VImage DecodedFrames::at(int index) const {
    const VImage frame = count_ == 1 ? strip_ : strip_.crop(0, index * frameHeight_, strip_.width(), frameHeight_);
    return toSrgb(upright(frame, orientation_));
}

std::vector<int> DecodedFrames::delaysMs() const {
    return count_ > 1 && strip_.get_typeof("delay") != 0 ? strip_.get_array_int("delay") : std::vector<int>();
}

int DecodedFrames::loops() const { return count_ > 1 ? integerOf(strip_, "loop", 0) : 0; }

ImageSource::ImageSource(int file) : file_(file), container_(countFrames(file, kMaxFrames)) {
    // The library looks at every frame before it tells their number.
    if (container_.frames > kMaxFrames)
        throw Refusal("it has more than the " + std::to_string(kMaxFrames) + " frames or pages that are allowed");
    if (unpackedTextBytes(file, kMaxTextMb * 1'000'000) > kMaxTextMb * 1'000'000)
        throw Refusal("its packed texts and profiles unpack to more than the " + std::to_string(kMaxTextMb) +
                      " MB that are allowed");
    header_.scans = countScans(file, kMaxScans);
    if (header_.scans > kMaxScans)
        throw Refusal("it has more than the " + std::to_string(kMaxScans) + " scans that are allowed");
    const vips::VSource source = open();
    const char* found = vips_foreign_find_load_source(source.get_source());
    const auto* loader = std::find_if(kLoaders.begin(), kLoaders.end(), [&](const Loader& one) {
        return found != nullptr && std::string_view(vips_nickname_find(g_type_from_name(found))) == one.operation;
    });
    if (loader == kLoaders.end())
        throw Refusal("its bytes are not those of a JPEG, PNG, GIF, WebP, AVIF, HEIF or TIFF file");
    operation_ = loader->operation;
    header_.loader = loader->name;
    header_.format = loader->format;

    const VImage image = load(VImage::option());
    header_.stored = {image.width(), image.height()};
    if (isAnimated(header_.loader)) header_.frames = std::max(1, integerOf(image, VIPS_META_N_PAGES, 1));
    header_.orientation = std::clamp(integerOf(image, VIPS_META_ORIENTATION, 1), 1, 8);
    header_.depth = vips_format_sizeof(image.format()) > 1 ? 16 : 8;
    header_.colourModel = colourModelOf(image);
    if (header_.loader == "heif" && image.get_typeof("heif-compression") != 0 &&
        std::string_view(image.get_string("heif-compression")) == "av1")
        header_.format = Format::Avif;
}

vips::VSource ImageSource::open() const {
    if (::lseek(file_, 0, SEEK_SET) != 0) throw Refusal("it cannot be read");
    return vips::VSource::new_from_descriptor(file_);
}

std::int64_t ImageSource::bytes() const { return ::lseek(file_, 0, SEEK_END); }

VImage ImageSource::load(VOption* options) const {
    const vips::VSource source = open();
    // A JPEG with fewer pixels than its header says is filled up with grey, which is a warning only; other readers warn
    // of things that harm no picture.
    const VipsFailOn strictness = header_.loader == "jpeg" ? VIPS_FAIL_ON_WARNING : VIPS_FAIL_ON_ERROR;
    VImage image;
    VImage::call(operation_.c_str(), options->set("source", source)->set("out", &image)->set("fail_on", strictness));
    return image;
}

Size ImageSource::uprightSize(int orientation) const {
    const bool isTurned = (orientation != 0 ? orientation : header_.orientation) >= 5;
    return isTurned ? Size{header_.stored.height, header_.stored.width} : header_.stored;
}

void ImageSource::checkPixels(std::int64_t maxPixels, bool allFrames) const {
    // The library may take the screen of a GIF for smaller than the file says.
    const Size size{std::max(header_.stored.width, container_.canvas.width),
                    std::max(header_.stored.height, container_.canvas.height)};
    const std::int64_t one = static_cast<std::int64_t>(size.width) * size.height;
    const std::int64_t frames = allFrames ? std::max(header_.frames, container_.frames) : 1;
    if (one <= maxPixels / frames) return;
    std::string text = std::to_string(size.width) + " x " + std::to_string(size.height) + " pixels";
    if (frames > 1) text += " in " + std::to_string(frames) + " frames";
    throw Refusal("it has " + text + ", more than the " + std::to_string(maxPixels) + " that are allowed");
}

DecodedFrames ImageSource::decode(int orientation, int shrink, bool allFrames) const {
    VOption* options = VImage::option();
    if (shrink > 1) options->set("shrink", shrink);
    const bool isAnimation = allFrames && header_.frames > 1;
    if (isAnimation) options->set("n", -1);
    VImage image = load(options);
    const int frames = isAnimation ? image.height() / header_.stored.height : 1;
    const int turned = orientation != 0 ? orientation : header_.orientation;
    return {std::move(image), frames, header_.stored.height, turned};
}

}  // namespace inkwell::images
