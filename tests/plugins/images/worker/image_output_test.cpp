// Formats: fm, q, lossless, auto=compress, json, palette, animations.
#include "inkwell/json.h"
#include "tests/plugins/images/workshop.h"
#include "tests/support/png.h"

namespace inkwell::images {
namespace {

using vips::VImage;

class Outputs : public Workshop {
protected:
    static std::string loaderOf(const std::string& bytes) {
        const char* found = vips_foreign_find_load_buffer(bytes.data(), bytes.size());
        return found != nullptr ? found : "none";
    }
    static VImage decoded(const std::string& bytes, const char* options = "") {
        return VImage::new_from_buffer(bytes.data(), bytes.size(), options).copy_memory();
    }
    /// Red, then blue.
    std::string film() {
        VImage strip = VImage::arrayjoin({plain(40, 20, {255, 0, 0}), plain(40, 20, {0, 0, 255})},
                                         VImage::option()->set("across", 1))
                           .copy();
        strip.set(VIPS_META_PAGE_HEIGHT, 20);
        strip.set("delay", std::vector<int>{70, 140});
        return paint(strip, "film.gif");
    }
};

TEST_F(Outputs, HaveTheFormatThatIsAskedFor) {
    const std::string path = paint(quadrants(64, 64), "flag.png");
    const std::map<std::string, std::string> loaders = {{"jpg", "VipsForeignLoadJpegBuffer"},
                                                        {"pjpg", "VipsForeignLoadJpegBuffer"},
                                                        {"png", "VipsForeignLoadPngBuffer"},
                                                        {"webp", "VipsForeignLoadWebpBuffer"},
                                                        {"gif", "VipsForeignLoadNsgifBuffer"}};
    for (const auto& [fm, loader] : loaders) {
        const std::string bytes = bytesOf(path, {{"fm", fm}, {"q", "95"}});
        EXPECT_EQ(loaderOf(bytes), loader) << fm;
        const VImage image = decoded(bytes);
        EXPECT_EQ(image.width(), 64);
        EXPECT_NEAR(image.getpoint(16, 16)[0], 255, 4) << fm;
        EXPECT_NEAR(image.getpoint(16, 48)[2], 255, 4) << fm;
        EXPECT_NEAR(image.getpoint(48, 16)[0], 0, 4) << fm;
    }
    const auto isProgressive = [&](const std::string& fm) {
        const VImage image = decoded(bytesOf(path, {{"fm", fm}}));
        return image.get_typeof("jpeg-multiscan") != 0 && image.get_int("jpeg-multiscan") != 0;
    };
    EXPECT_TRUE(isProgressive("pjpg"));
    EXPECT_FALSE(isProgressive("jpg"));
}

TEST_F(Outputs, AreAvifWhereTheLibraryWritesIt) {
    if (!service().writesAvif()) GTEST_SKIP() << "this libvips writes no AVIF";
    const std::string path = paint(quadrants(64, 64), "flag.png");
    const std::string bytes = bytesOf(path, {{"fm", "avif"}, {"q", "90"}});
    EXPECT_EQ(bytes.substr(4, 8), "ftypavif");
    EXPECT_NEAR(decoded(bytes).getpoint(16, 16)[0], 255, 8);
    // And such a file is read as well.
    const std::string avif = write(bytes, "flag.avif");
    EXPECT_EQ(bytesOf(avif, {{"w", "32"}}).substr(4, 8), "ftypavif");
    EXPECT_EQ(make(avif, {{"w", "32"}, {"fm", "png"}}).width(), 32);
}

TEST_F(Outputs, KeepTheFormatOfTheFileOrTakeOneThatBrowsersShow) {
    EXPECT_EQ(loaderOf(bytesOf(paint(quadrants(8, 8), "a.jpg"), {{"w", "4"}})), "VipsForeignLoadJpegBuffer");
    EXPECT_EQ(loaderOf(bytesOf(paint(quadrants(8, 8), "a.webp"), {{"w", "4"}})), "VipsForeignLoadWebpBuffer");
    EXPECT_EQ(loaderOf(bytesOf(paint(quadrants(8, 8), "a.tif"), {{"w", "4"}})), "VipsForeignLoadJpegBuffer");
    const std::string seeThrough = paint(plain(8, 8, {1, 2, 3, 4}), "b.tif");
    EXPECT_EQ(loaderOf(bytesOf(seeThrough, {{"w", "4"}})), "VipsForeignLoadPngBuffer");
}

TEST_F(Outputs, AreSmallerAtALowerQuality) {
    const std::string path = paint(noise(128, 128), "noise.png");
    for (const char* fm : {"jpg", "webp"}) {
        const std::size_t best = bytesOf(path, {{"fm", fm}, {"q", "95"}}).size();
        const std::size_t usual = bytesOf(path, {{"fm", fm}}).size();
        const std::size_t least = bytesOf(path, {{"fm", fm}, {"q", "10"}}).size();
        EXPECT_GT(best, usual) << fm;
        EXPECT_GT(usual, least) << fm;
        EXPECT_GT(usual, bytesOf(path, {{"fm", fm}, {"auto", "compress"}}).size()) << fm;
    }
    EXPECT_GT(bytesOf(path, {{"fm", "png"}}).size(), bytesOf(path, {{"fm", "png"}, {"auto", "compress"}}).size());
}

TEST_F(Outputs, AreExactWhenTheyAreLossless) {
    const VImage original = noise(40, 40);
    const std::string path = paint(original, "noise.png");
    const VImage exact = make(path, {{"fm", "webp"}, {"lossless", "true"}});
    EXPECT_EQ((exact - original).abs().max(), 0);
    const VImage lossy = make(path, {{"fm", "webp"}, {"q", "50"}});
    EXPECT_GT((lossy - original).abs().max(), 0);
}

TEST_F(Outputs, OfAnAnimationMoveOnlyAsGifAndWebp) {
    const std::string path = film();
    for (const Params& params : std::vector<Params>{{{"w", "20"}}, {{"w", "20"}, {"fm", "webp"}}}) {
        const std::string bytes = bytesOf(path, params);
        const VImage all = decoded(bytes, "n=-1");
        EXPECT_EQ(all.get_int(VIPS_META_N_PAGES), 2);
        EXPECT_EQ(all.get_array_int("delay"), (std::vector<int>{70, 140}));
        EXPECT_EQ(all.width(), 20);
        ASSERT_EQ(all.height(), 20);
        EXPECT_NEAR(all.getpoint(10, 5)[0], 255, 4);
        EXPECT_NEAR(all.getpoint(10, 15)[2], 255, 4);
    }
    const VImage still = make(path, {{"fm", "png"}, {"w", "20"}});
    EXPECT_EQ(still.height(), 10);
    EXPECT_EQ(pixelAt(still, 10, 5), "ff0000ff");
}

// What the sources below say, in every way that a file can say it.
constexpr const char* kSecret = "at-home-in-the-valley";

/// An EXIF block of one entry, a copyright.
std::string exifOf(const std::string& text) {
    const std::string value = text + std::string(1, '\0');
    const std::string count{static_cast<char>(value.size()), '\0', '\0', '\0'};
    return std::string("II\x2a\0\x08\0\0\0\x01\0\x98\x82\x02\0", 14) + count + std::string("\x1a\0\0\0\0\0\0\0", 8) +
           value;
}

VImage talkative() {
    VImage image = quadrants(64, 64).copy();
    const std::string exif = "Exif" + std::string(2, '\0') + exifOf(kSecret);
    const std::string xmp = "<x:xmpmeta xmlns:x='adobe:ns:meta/'>" + std::string(kSecret) + "</x:xmpmeta>";
    const auto blob = [&](const char* name, const std::string& bytes) {
        vips_image_set_blob_copy(image.get_image(), name, bytes.data(), bytes.size());
    };
    blob(VIPS_META_EXIF_NAME, exif);
    blob(VIPS_META_XMP_NAME, xmp);
    image.set("exif-ifd0-Copyright", kSecret);
    return image.icc_transform("srgb", VImage::option()->set("input_profile", "srgb"));
}

TEST_F(Outputs, SayNothingOfWhatTheFileSaysBesidesItsPicture) {
    std::vector<std::string> sources;
    for (const char* name : {"a.jpg", "a.webp", "a.png"}) sources.push_back(paint(talkative(), name));
    const std::string words = std::string("Comment") + '\0';
    std::string png = readFile(paint(quadrants(64, 64), "plain.png"));
    for (const std::string& chunk : {test::pngChunk("eXIf", exifOf(kSecret)), test::pngChunk("tEXt", words + kSecret),
                                     test::pngChunk("zTXt", words + '\0' + test::deflated(kSecret)),
                                     test::pngChunk("iTXt", std::string("XML:com.adobe.xmp\0\0\0\0\0", 22) + kSecret)})
        png = test::withPngChunk(png, chunk);
    sources.push_back(write(png, "chunks.png"));

    std::vector<std::string> formats = {"jpg", "pjpg", "png", "webp", "gif"};
    if (service().writesAvif()) formats.emplace_back("avif");
    for (const std::string& source : sources) {
        ASSERT_NE(readFile(source).find(kSecret), std::string::npos) << source;
        for (const std::string& fm : formats) {
            SCOPED_TRACE(source + " as " + fm);
            const std::string bytes = bytesOf(source, {{"fm", fm}, {"w", "32"}});
            EXPECT_EQ(bytes.find(kSecret), std::string::npos);
            const VImage image = decoded(bytes);
            EXPECT_EQ(image.width(), 32);
            for (const char* field :
                 {VIPS_META_XMP_NAME, VIPS_META_IPTC_NAME, VIPS_META_ICC_NAME, "png-comment-0-Comment"})
                EXPECT_EQ(image.get_typeof(field), 0u) << field;
            // The writer of WebP adds an EXIF block of its own, with the size of the picture.
            EXPECT_EQ(image.get_typeof(VIPS_META_EXIF_NAME) != 0, fm == "webp");
            EXPECT_EQ(image.get_typeof("exif-ifd0-Copyright"), 0u);
        }
    }
}

TEST_F(Outputs, ThatMoveSayNothingElseEither) {
    VImage strip = VImage::arrayjoin({talkative(), talkative().invert()}, VImage::option()->set("across", 1)).copy();
    strip.set(VIPS_META_PAGE_HEIGHT, 64);
    const std::string film = paint(strip, "film.webp");
    ASSERT_NE(readFile(film).find(kSecret), std::string::npos);
    for (const char* fm : {"webp", "gif"}) {
        const std::string bytes = bytesOf(film, {{"fm", fm}, {"w", "32"}});
        EXPECT_EQ(bytes.find(kSecret), std::string::npos) << fm;
        EXPECT_EQ(decoded(bytes).get_int(VIPS_META_N_PAGES), 2) << fm;
        EXPECT_EQ(decoded(bytes).get_typeof(VIPS_META_XMP_NAME), 0u) << fm;
    }
}

TEST_F(Outputs, TellAboutTheFile) {
    const std::string path = paint(quadrants(64, 32), "flag.png");
    const JsonObject told = parseJson(bytesOf(path, {{"fm", "json"}, {"w", "10"}})).as_object();
    EXPECT_EQ(told.at("PixelWidth"), 64);
    EXPECT_EQ(told.at("PixelHeight"), 32);
    EXPECT_EQ(told.at("Content-Type"), "image/png");
    EXPECT_EQ(told.at("Content-Length").as_int64(), static_cast<std::int64_t>(readFile(path).size()));
    EXPECT_EQ(told.at("ColorModel"), "RGB");
}

TEST_F(Outputs, TellTheColoursOfAPicture) {
    const VImage image = plain(90, 90, {200, 20, 20}).insert(plain(40, 40, {20, 20, 200}), 5, 5);
    const std::string path = paint(image, "two.png");
    const JsonObject told = parseJson(bytesOf(path, {{"palette", "json"}})).as_object();
    const JsonArray& colours = told.at("colors").as_array();
    ASSERT_EQ(colours.size(), 2u);
    EXPECT_EQ(colours[0].at("hex"), "#c81414");
    EXPECT_EQ(colours[1].at("hex"), "#1414c8");
    EXPECT_NEAR(told.at("average_luminance").as_double(), 0.2, 0.05);
    const JsonObject part = parseJson(bytesOf(path, {{"palette", "json"}, {"rect", "5,5,40,40"}})).as_object();
    EXPECT_EQ(part.at("colors").as_array().size(), 1u) << "the palette is that of the finished picture";
}

}  // namespace
}  // namespace inkwell::images
