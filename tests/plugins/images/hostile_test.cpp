// Files that are broken or made to do harm: 422 that names file and reason, and the next picture is made.
#include "tests/plugins/images/workshop.h"
#include "tests/support/png.h"
#include "tests/support/sanitized.h"

namespace inkwell::images {
namespace {

/// A few bytes that promise that many pixels.
std::string pngBomb(std::uint32_t width, std::uint32_t height) {
    return test::png(width, height, test::PngColour::Rgb, std::string(4096, '\0'));
}

/// Writes another size into the frame header.
std::string lyingJpeg(std::string bytes, std::uint16_t width, std::uint16_t height) {
    const std::size_t frame = bytes.find("\xff\xc0");
    if (frame == std::string::npos) throw std::logic_error("a baseline JPEG is needed");
    const auto put = [&](std::size_t at, std::uint16_t value) {
        bytes[at] = static_cast<char>(value >> 8);
        bytes[at + 1] = static_cast<char>(value & 255);
    };
    put(frame + 5, height);
    put(frame + 7, width);
    return bytes;
}

class HostileFiles : public Workshop {
protected:
    /// The refusal, after which the service still works.
    std::string refused(const std::string& bytes, const std::string& name, const Params& params = {{"w", "10"}}) {
        std::string text = refusalOf(write(bytes, name), params);
        EXPECT_EQ(text.find("422 the image '" + name + "' cannot be processed: "), 0u) << text;
        EXPECT_EQ(make(paint(quadrants(8, 8), "good.png"), {{"w", "4"}}).width(), 4);
        return text;
    }
};

TEST_F(HostileFiles, ThatAreCutOffAreRefused) {
    for (const char* name : {"cut.jpg", "cut.png", "cut.webp", "cut.gif", "cut.tif"}) {
        const std::string whole = readFile(paint(noise(200, 200), name));
        refused(whole.substr(0, whole.size() / 2), name);
        refused(whole.substr(0, 20), name);
    }
}

TEST_F(HostileFiles, ThatAreNoImagesAreRefused) {
    std::string random;
    for (unsigned i = 0, state = 1; i < 5000; ++i, state = state * 1103515245 + 12345)
        random += static_cast<char>(state >> 16);
    const std::string reason = "its bytes are not those of a JPEG, PNG, GIF, WebP, AVIF, HEIF or TIFF file";
    for (const std::string& bytes : {random, std::string(5000, '\0'), std::string(), std::string("GIF")})
        EXPECT_NE(refused(bytes, "x.jpg").find(reason), std::string::npos);
}

TEST_F(HostileFiles, OfOtherKindsReachNoReader) {
    const std::string reason = "its bytes are not those of";
    const std::string svg =
        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>";
    EXPECT_NE(refused(svg, "drawing.png").find(reason), std::string::npos);
    EXPECT_NE(refused("%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>", "paper.png").find(reason), std::string::npos);
    EXPECT_NE(refused("P6 2 2 255 abcdefghijkl", "old.png").find(reason), std::string::npos);
    EXPECT_NE(refused(readFile(paint(plain(4, 4, {1, 2, 3}), "a.v")), "vips.png").find(reason), std::string::npos);
}

TEST_F(HostileFiles, ThatPromiseTooManyPixelsAreRefusedByTheirHeader) {
    EXPECT_NE(refused(pngBomb(50'000, 50'000), "bomb.png").find("50000 x 50000 pixels, more than the 40000000"),
              std::string::npos);
    const std::string jpeg = readFile(paint(quadrants(64, 64), "good.jpg"));
    EXPECT_NE(refused(lyingJpeg(jpeg, 60'000, 60'000), "lie.jpg").find("60000 x 60000"), std::string::npos);
}

TEST_F(HostileFiles, ThatPromiseMorePixelsThanTheyHoldAreRefused) {
    refused(pngBomb(5000, 5000), "hollow.png");
    const std::string jpeg = readFile(paint(quadrants(64, 64), "good.jpg"));
    refused(lyingJpeg(jpeg, 3000, 3000), "lie.jpg");
}

TEST_F(HostileFiles, ThatHoldManyFramesCountAllOfThem) {
    vips::VImage strip = noise(100, 4000).copy();
    strip.set(VIPS_META_PAGE_HEIGHT, 100);
    const std::string bytes = readFile(paint(strip, "film.gif"));
    ImageSettings settings = smallSettings();
    settings.maxPixels = 100'000;
    serviceWith(settings);
    EXPECT_NE(refused(bytes, "film.gif").find("100 x 100 pixels in 40 frames"), std::string::npos);
    EXPECT_EQ(make(write(bytes, "film.gif"), {{"fm", "png"}, {"w", "10"}}).width(), 10) << "one frame is few pixels";
}

std::string word(std::uint32_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i));
    return text;
}

/// Frames of one pixel on a screen of `side` x `side`.
std::string gifFilm(std::uint32_t side, int frames) {
    const std::string pixel("\x02\x02\x44\x01\x00", 5);
    std::string bytes = "GIF89a" + word(side, 2) + word(side, 2) + std::string("\x80\0\0\0\0\0\xff\xff\xff", 9);
    for (int i = 0; i < frames; ++i)
        bytes += std::string("\x21\xf9\x04\x04\x0a\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0", 18) + pixel;
    return bytes + ";";
}

std::string tiffBook(std::uint32_t pages) {
    std::string bytes = "II" + word(42, 2) + word(8, 4);
    for (std::uint32_t i = 0; i < pages; ++i) bytes += word(0, 2) + word(8 + 6 * (i + 1), 4);
    return bytes;
}

TEST_F(HostileFiles, ThatShowSmallFramesOnALargeScreenAreRefusedByTheirHeader) {
    const std::string refusal = refused(gifFilm(6000, 3000), "film.gif", {{"w", "100"}});
    EXPECT_NE(refusal.find("6000 x 6000 pixels in 3000 frames, more than the 40000000"), std::string::npos) << refusal;
}

TEST_F(HostileFiles, ThatHoldThousandsOfFramesOrPagesAreRefused) {
    for (const std::string& bytes : {gifFilm(2, 5000), tiffBook(5000)}) {
        const std::string refusal = refused(bytes, "many", {{"w", "2"}});
        EXPECT_NE(refusal.find("more than the 4000 frames or pages"), std::string::npos) << refusal;
    }
    EXPECT_EQ(make(write(gifFilm(2, 30), "short.gif"), {{"w", "2"}, {"fm", "png"}}).width(), 2);
}

/// A picture of one pixel, with as many texts of so many bytes.
std::string talkingPng(const std::string& type, int texts, std::size_t bytesOfEach) {
    const std::string head = type == "iTXt" ? std::string("a\0\x01\0\0\0", 6) : std::string("a\0\0", 3);
    const std::string chunk = test::pngChunk(type, head + test::deflated(std::string(bytesOfEach, ' ')));
    std::string chunks;
    for (int i = 0; i < texts; ++i) chunks += chunk;
    return test::withPngChunk(test::png(1, 1, test::PngColour::Rgb, std::string(4, '\0')), chunks);
}

TEST_F(HostileFiles, ThatUnpackToManyMegabytesOfTextAreRefusedBeforeTheyAreRead) {
    for (const char* type : {"zTXt", "iTXt", "iCCP"}) {
        for (const Params& params : {Params{{"w", "1"}}, Params{{"fm", "json"}}}) {
            const std::string refusal = refused(talkingPng(type, 3, 7'900'000), "talk.png", params);
            EXPECT_NE(refusal.find("texts and profiles unpack to more than the 16 MB that are allowed"),
                      std::string::npos)
                << type << ": " << refusal;
        }
    }
    EXPECT_EQ(make(write(talkingPng("zTXt", 15, 500'000), "long.png"), {{"w", "1"}}).width(), 1);
    EXPECT_EQ(make(write(talkingPng("iTXt", 1, 7'900'000), "one.png"), {{"w", "1"}}).width(), 1);
}

/// As written by libvips, but with that many scans: the last one again and again.
std::string scannedJpeg(std::string bytes, int more) {
    const std::size_t last = bytes.rfind("\xff\xda");
    const std::size_t end = bytes.rfind("\xff\xd9");
    const std::string scan = bytes.substr(last, end - last);
    for (int i = 0; i < more; ++i) bytes.insert(end, scan);
    return bytes;
}

TEST_F(HostileFiles, ThatGoOverThePictureAgainAndAgainAreRefused) {
    const std::string bytes =
        readFile(paint(quadrants(64, 64), "scans.jpg", vips::VImage::option()->set("interlace", true)));
    const std::string refusal = refused(scannedJpeg(bytes, 100), "scans.jpg");
    EXPECT_NE(refusal.find("it has more than the 100 scans that are allowed"), std::string::npos) << refusal;
    EXPECT_EQ(make(write(bytes, "progressive.jpg"), {{"w", "10"}}).width(), 10);
    // A preview inside the file is no picture of it.
    std::string preview = "\xff\xef";
    preview += std::string("\x0f\xa2", 2);
    for (int i = 0; i < 2000; ++i) preview += "\xff\xda";
    EXPECT_EQ(make(write(std::string(bytes).insert(2, preview), "preview.jpg"), {{"w", "10"}}).width(), 10);
}

TEST_F(HostileFiles, WithManyScansNeedTheWorkOfAllOfThem) {
    ImageSettings settings = smallSettings();
    settings.maxWorkMs = 300;
    serviceWith(settings);
    const std::string bytes =
        readFile(paint(plain(2500, 2500, {1, 2, 3}), "scans.jpg", vips::VImage::option()->set("interlace", true)));
    EXPECT_EQ(make(write(bytes, "few.jpg"), {{"w", "10"}}).width(), 10);
    const std::string refusal = refusalOf(write(scannedJpeg(bytes, 80), "many.jpg"), {{"w", "10"}});
    EXPECT_NE(refusal.find("milliseconds of work, more than the 300"), std::string::npos) << refusal;
}

TEST_F(HostileFiles, ThatNeedTooMuchMemoryHarmTheWorkerAlone) {
    if (test::isSanitized()) GTEST_SKIP() << "sanitizers allow no memory limit";
    ImageSettings settings = smallSettings();
    settings.pool.memoryMb = 400;
    settings.maxPixels = 1'000'000'000;
    serviceWith(settings);
    const std::string large = readFile(paint(plain(12'000, 12'000, {1, 2, 3}), "large.png"));
    EXPECT_LT(large.size(), 3'000'000u);
    EXPECT_NE(refused(large, "large.png").find("more memory than is allowed"), std::string::npos);
}

TEST_F(HostileFiles, ThatTakeTooLongAreGivenUp) {
    ImageSettings settings = smallSettings();
    settings.pool.timeoutMs = 1500;
    serviceWith(settings);
    const std::string bytes = readFile(paint(noise(400, 400), "slow.jpg"));
    const Params slow = {{"w", "8000"}, {"blur", "2000"}, {"fm", "avif"}};
    EXPECT_NE(refused(bytes, "slow.jpg", slow).find("longer than the 1500 milliseconds"), std::string::npos);
}

}  // namespace
}  // namespace inkwell::images
