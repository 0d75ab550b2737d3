#include "workshop.h"

#include <fstream>
#include <iterator>

#include "inkwell/crypto.h"
#include "tests/support/sanitized.h"

namespace inkwell::images {

using vips::VImage;

std::string pixelAt(const VImage& image, int x, int y) {
    std::vector<double> bands = image.getpoint(x, y);
    if (bands.size() == 3) bands.push_back(255);
    std::string text;
    for (const double band : bands) {
        std::array<char, 3> hex{};
        std::snprintf(hex.data(), hex.size(), "%02x", static_cast<unsigned>(band));
        text += hex.data();
    }
    return text;
}

VImage plain(int width, int height, const std::vector<double>& bands) {
    return (VImage::black(width, height, VImage::option()->set("bands", static_cast<int>(bands.size()))) + bands)
        .cast(VIPS_FORMAT_UCHAR)
        .copy(VImage::option()->set("interpretation", VIPS_INTERPRETATION_sRGB));
}

VImage quadrants(int width, int height) {
    const auto part = [&](double red, double green, double blue) {
        return plain(width / 2, height / 2, {red, green, blue});
    };
    return VImage::arrayjoin({part(255, 0, 0), part(0, 255, 0), part(0, 0, 255), part(255, 255, 255)},
                             VImage::option()->set("across", 2));
}

VImage noise(int width, int height) {
    const VImage grey =
        VImage::gaussnoise(width, height, VImage::option()->set("mean", 128)->set("sigma", 60)->set("seed", 7));
    return grey.bandjoin(grey)
        .bandjoin(grey)
        .cast(VIPS_FORMAT_UCHAR)
        .copy(VImage::option()->set("interpretation", VIPS_INTERPRETATION_sRGB));
}

ImageParams parse(const Params& params) {
    return parseImageParams([&](std::string_view name) -> std::optional<std::string> {
        const auto found = params.find(std::string(name));
        return found == params.end() ? std::nullopt : std::optional(found->second);
    });
}

Workshop::Workshop() {
    if (VIPS_INIT("images_tests") != 0) throw std::runtime_error("libvips does not start");
    std::string pattern = (std::filesystem::temp_directory_path() / "inkwell-images-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no folder can be made at " + pattern);
    folder_ = pattern;
}

void Workshop::SetUp() {
    if (test::isThreadSanitized()) GTEST_SKIP() << "the tests of the API make pictures";
}

Workshop::~Workshop() {
    service_.reset();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

std::string Workshop::paint(const VImage& image, const std::string& name, vips::VOption* options) {
    const std::string path = (folder_ / name).string();
    image.write_to_file(path.c_str(), options);
    return path;
}

std::string Workshop::write(const std::string& bytes, const std::string& name) {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return (folder_ / name).string();
}

ImageSettings Workshop::smallSettings() {
    ImageSettings settings;
    settings.pool.program = INKWELL_IMAGE_WORKER;
    settings.maxPixels = 40'000'000;
    settings.maxWorkMs = 600'000;  // tests need slow pictures
    return settings;
}

ImageService& Workshop::serviceWith(ImageSettings settings) {
    settings.cacheFolder = (folder_ / ("cache" + std::to_string(++made_))).string();
    service_ = std::make_unique<ImageService>(std::move(settings));
    service_->start("");
    return *service_;
}

ImageService& Workshop::service() { return service_ ? *service_ : serviceWith(smallSettings()); }

MediaContent Workshop::mediaOf(const std::string& path) {
    MediaContent media;
    media.name = media.originalName = std::filesystem::path(path).filename().string();
    media.localPath = path;
    const std::string bytes = readFile(path);
    media.sizeBytes = static_cast<std::int64_t>(bytes.size());
    media.digest = toHex(Digest::of(bytes));
    media.read = [bytes](std::int64_t offset, std::int64_t length) {
        return std::make_shared<std::istringstream>(
            bytes.substr(static_cast<std::size_t>(offset), static_cast<std::size_t>(length)));
    };
    return media;
}

std::string Workshop::bytesOf(const std::string& path, const Params& params) {
    return readAll(service().get("b1", mediaOf(path), parse(params)));
}

VImage Workshop::make(const std::string& path, const Params& params) {
    const std::string bytes = bytesOf(path, params);
    // The image goes on reading the buffer it is made of.
    VImage image = VImage::new_from_buffer(bytes.data(), bytes.size(), "").copy_memory();
    return image;
}

std::string Workshop::refusalOf(const std::string& path, const Params& params) {
    try {
        service().get("b1", mediaOf(path), parse(params));
    } catch (const ApiError& error) {
        return std::to_string(error.status()) + " " + error.message();
    }
    return "made";
}

std::string readFile(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string readAll(const std::shared_ptr<const Variant>& variant) {
    const std::shared_ptr<std::istream> in = Variant::open(variant);
    return {std::istreambuf_iterator<char>(*in), {}};
}

}  // namespace inkwell::images
