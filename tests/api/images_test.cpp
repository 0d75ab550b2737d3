// interface/media-and-images.md, "Images": image_url.
#include <filesystem>

#include "tests/support/api_scenario.h"
#include "tests/support/eventually.h"
#include "tests/support/png.h"
#include "tests/support/raw_connection.h"
#include "tests/support/sanitized.h"
#include "tests/support/temporary_folder.h"

namespace inkwell::test {
namespace {

/// A PNG of one grey; what it promises may be more than it holds.
std::string greyPng(std::uint32_t width, std::uint32_t height, std::uint32_t rows) {
    std::string pixels;
    for (std::uint32_t row = 0; row < rows; ++row) pixels += std::string(1, '\0') + std::string(width, '\x80');
    return png(width, height, PngColour::Grey, pixels);
}

/// The size that a PNG's header tells.
std::string pngSize(const std::string& bytes) {
    const auto number = [&](std::size_t at) {
        std::uint32_t value = 0;
        for (std::size_t i = at; i < at + 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes.at(i));
        return std::to_string(value);
    };
    return number(16) + "x" + number(20);
}

class Images : public ApiTest {
protected:
    /// The path of image_url, without the host.
    std::string upload(const std::string& bytes, const std::string& name) {
        const std::string url(textOf(uploaded(api(), bucket(), bytes, name), "image_url"));
        return url.substr(url.find("/v2/images/"));
    }
    JsonObject uploaded(TestServer& server, const TestServer::Bucket& to, const std::string& bytes,
                        const std::string& name) {
        const std::string body = "--x\r\nContent-Disposition: form-data; name=\"media\"; filename=\"" + name +
                                 "\"\r\nContent-Type: application/octet-stream\r\n\r\n" + bytes + "\r\n--x--\r\n";
        const Reply reply =
            sendRequest(server.port(), "POST", "/v2/buckets/" + to.slug + "/media",
                        {bearer(to.writeKey), {"Content-Type", "multipart/form-data; boundary=x"}}, body);
        return made(reply, "media");
    }
};
INKWELL_ON_BOTH_ENGINES(Images);

TEST_P(Images, AreServedInTheSizeAndFormatAskedFor) {
    const std::string grey = greyPng(60, 40, 40);
    const std::string url = upload(grey, "grey.png");
    const Reply original = api().get(url);
    EXPECT_EQ(original.status, 200);
    EXPECT_EQ(original.body, grey);
    EXPECT_EQ(original.headers.at("content-type"), "image/png");
    EXPECT_EQ(original.headers.at("x-content-type-options"), "nosniff");

    const Reply small = api().get(url + "?w=30&h=30&fit=crop");
    EXPECT_EQ(small.status, 200);
    EXPECT_EQ(pngSize(small.body), "30x30");
    EXPECT_EQ(api().get(url + "?w=30&h=30&fit=crop").body, small.body);
    EXPECT_EQ(api().get(url + "?w=30&fit=crop&h=30", {{"If-None-Match", small.headers.at("etag")}}).status, 304);

    const Reply webp = api().get(url + "?auto=format", {{"Accept", "image/webp"}});
    EXPECT_EQ(webp.headers.at("content-type"), "image/webp");
    EXPECT_EQ(webp.headers.at("vary"), "Accept");
    EXPECT_EQ(webp.body.substr(8, 4), "WEBP");
}

TEST_P(Images, AnswerToHead) {
    const std::string url = upload(greyPng(60, 40, 40), "grey.png") + "?w=30";
    const Reply reply = sendRequest(api().port(), "HEAD", url);
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.headers.at("content-type"), "image/png");
    EXPECT_EQ(reply.headers.at("content-length"), std::to_string(api().get(url).body.size()));
    EXPECT_EQ(reply.body, "");
}

TEST_P(Images, ThatAreBrokenOrOversizedAreRefusedAndTheServerStaysUp) {
    for (const std::string& bad : {greyPng(40'000, 40'000, 1), greyPng(400, 400, 3)}) {
        const std::string url = upload(bad, "bad.png");
        const Reply reply = api().get(url + "?w=10");
        EXPECT_EQ(reply.status, 422);
        EXPECT_NE(reply.message().find("cannot be processed: "), std::string::npos) << reply.body;
        EXPECT_EQ(api().get(url).body, bad) << "the original is served";
    }
    EXPECT_EQ(api().get(upload(greyPng(8, 8, 8), "good.png") + "?w=4").status, 200);
}

TEST_P(Images, ThatAreTooMuchWorkAreRefused) {
    const std::string url = upload(greyPng(3000, 3000, 3000), "grey.png");
    const Reply reply = api().get(url + "?w=8192&blur=7&sharp=100&fm=avif&q=1");
    EXPECT_EQ(reply.status, 422);
    EXPECT_NE(reply.message().find("milliseconds of work"), std::string::npos) << reply.body;
    EXPECT_EQ(api().get(url + (isThreadSanitized() ? "?w=100&fm=avif" : "?w=800&fm=avif")).status, 200);
}

TEST_P(Images, ThatTakeLongHoldFewThreadsHoweverManyAskForThem) {
    // Seconds of work either way.
    const std::string wish = isThreadSanitized() ? "?w=300&blur=20&fm=webp" : "?w=2000&blur=190&sharp=100&fm=webp";
    const int size = isThreadSanitized() ? 500 : 1500;
    const std::string url = upload(greyPng(size, size, size), "grey.png") + wish;
    constexpr int kAskers = 300;  // more than there are threads
    std::vector<std::unique_ptr<kernel::test::RawConnection>> askers;
    for (int i = 0; i < kAskers; ++i) {
        askers.push_back(std::make_unique<kernel::test::RawConnection>(api().port()));
        askers.back()->send(kernel::test::get(url));
    }
    for (int i = 0; i < 20; ++i) EXPECT_EQ(api().get("/v2/status").status, 200);
    int served = 0, refused = 0;
    for (const auto& asker : askers) {
        const int status = asker->receive().status;
        served += status == 200 ? 1 : 0;
        refused += status == 503 ? 1 : 0;
    }
    EXPECT_EQ(served + refused, kAskers);
    EXPECT_GE(served, 1);
    EXPECT_GE(refused, kAskers / 2) << "the others waited for the one picture";
}

TEST_P(Images, GoWithTheFileThatTheyAreMadeOf) {
    const TemporaryFolder folder;
    TestServerOptions options;
    options.pluginSettings["images"]["cache_directory"] = folder.path().string();
    TestServer own(GetParam(), options);
    const TestServer::Bucket site = own.makeBucket();
    const auto kept = [&] {
        int count = 0;
        for (const auto& file : std::filesystem::recursive_directory_iterator(folder.path()))
            count += file.is_regular_file() ? 1 : 0;
        return count;
    };
    std::vector<std::string> records;
    for (const char* name : {"stays.png", "goes.png"}) {
        const JsonObject media = uploaded(own, site, greyPng(60, 40, 40) + name, name);
        records.push_back("/v2/buckets/" + site.slug + "/media/" + std::string(textOf(media, "id")));
        for (const char* wish : {"?w=30", "?w=20"})
            EXPECT_EQ(own.get("/v2/images/" + site.slug + "/" + std::string(textOf(media, "name")) + wish).status, 200);
    }
    EXPECT_EQ(kept(), 4);
    ASSERT_EQ(own.send("DELETE", records[1], site.writeKey, {}).status, 200);
    EXPECT_TRUE(eventually([&] { return kept() == 2; }));
}

TEST_P(Images, ThatAreNoneAreServedAsTheyAre) {
    const std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"></svg>";
    const Reply reply = api().get(upload(svg, "drawing.svg") + "?w=10");
    EXPECT_EQ(reply.body, svg);
    EXPECT_EQ(reply.headers.at("content-disposition").substr(0, 10), "attachment");
    EXPECT_EQ(refusalOf(api().get("/v2/images/" + bucket().slug + "/missing.png?w=10")),
              missing("media", "missing.png"));
}

}  // namespace
}  // namespace inkwell::test
