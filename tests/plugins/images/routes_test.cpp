// GET /v2/images/{bucket_slug}/{name}: interface/media-and-images.md, "Images".
#include <algorithm>
#include <iterator>

#include "response_parts.h"
#include "tests/plugins/images/workshop.h"
#include "tests/support/error_text.h"
#include "tests/support/plugin_fixture.h"

namespace inkwell::images {
namespace {

using testkit::headerOf;

class OneMedia : public MediaLibrary {
public:
    std::vector<Record> findByName(const Bucket&, std::span<const std::string>) override {
        return {{media.name, fields}};
    }
    std::optional<MediaContent> open(const Bucket&, const std::string& name) override {
        return name == media.name || name == formerName ? std::optional(media) : std::nullopt;
    }
    MediaContent media;
    std::string formerName = "-";
    JsonObject fields;
};

class ImageRoutes : public Workshop {
protected:
    void SetUp() override {
        Workshop::SetUp();
        if (IsSkipped()) return;
        server_.setService<MediaLibrary>(&library_);
        keep(paint(quadrants(100, 80), "flag.png"), "image/png");
    }
    void load(JsonObject settings = {}) { server_.load("images", std::move(settings)); }
    void keep(const std::string& path, const std::string& type) {
        library_.media = mediaOf(path);
        library_.media.contentType = type;
    }
    Response get(const Params& query, const Params& headers = {}, const std::string& name = "",
                 const std::string& address = "") {
        RequestParts parts;
        parts.path = {{"bucket_slug", "b"}, {"name", name.empty() ? library_.media.name : name}};
        parts.query.assign(query.begin(), query.end());
        parts.headers.assign(headers.begin(), headers.end());
        parts.bucket = std::make_shared<Bucket>();
        parts.clientAddress = address;
        return server_.call(Method::Get, "/v2/images/{bucket_slug}/{name}", std::move(parts));
    }
    static std::string bodyOf(const Response& response) {
        if (!response.stream) return "";
        std::string bytes{std::istreambuf_iterator<char>(*response.stream->bytes), {}};
        EXPECT_EQ(static_cast<std::int64_t>(bytes.size()), response.stream->length);
        return bytes;
    }
    test::PluginFixture& server() { return server_; }
    OneMedia& library() { return library_; }

private:
    OneMedia library_;
    test::PluginFixture server_;
};

TEST_F(ImageRoutes, ArePublicAndServeTheOriginalWhenNothingIsAskedFor) {
    load();
    EXPECT_EQ(server().authOf(Method::Get, "/v2/images/{bucket_slug}/{name}"), Auth::Public);
    const std::string original = readFile(library().media.localPath);
    for (const Params& query : std::vector<Params>{{}, {{"unknown", "1"}}, {{"w", "many"}}, {{"fit", "crop"}}}) {
        const Response response = get(query);
        EXPECT_EQ(bodyOf(response), original);
        EXPECT_EQ(response.stream->contentType, "image/png");
        EXPECT_EQ(headerOf(response, "ETag"), '"' + library().media.digest + '"');
        EXPECT_EQ(headerOf(response, "Cache-Control"), "public, max-age=31536000, immutable");
        EXPECT_EQ(headerOf(response, "Vary"), "");
    }
}

TEST_F(ImageRoutes, ServeVariantsWithATagOfTheirOwn) {
    load();
    const Response response = get({{"w", "50"}});
    const std::string bytes = bodyOf(response);
    EXPECT_EQ(vips::VImage::new_from_buffer(bytes.data(), bytes.size(), "").width(), 50);
    EXPECT_EQ(response.stream->contentType, "image/png");
    EXPECT_EQ(headerOf(response, "Cache-Control"), "public, max-age=31536000, immutable");
    const std::string tag = headerOf(response, "ETag");
    EXPECT_NE(tag, '"' + library().media.digest + '"');
    EXPECT_EQ(headerOf(get({{"w", "50"}, {"dpr", "1"}}), "ETag"), tag);
    EXPECT_NE(headerOf(get({{"w", "51"}}), "ETag"), tag);

    for (const std::string& asked : {tag, "W/" + tag, "\"other\", " + tag, std::string("*")}) {
        const Response same = get({{"w", "50"}}, {{"If-None-Match", asked}});
        EXPECT_EQ(same.status, 304) << asked;
        EXPECT_FALSE(same.stream);
        EXPECT_EQ(headerOf(same, "ETag"), tag);
    }
    EXPECT_EQ(get({{"w", "50"}}, {{"If-None-Match", "\"other\""}}).status, 200);
}

TEST_F(ImageRoutes, AreCutAroundTheFocalPointOfTheRecord) {
    load();
    const Params square{{"w", "20"}, {"h", "20"}, {"fit", "crop"}};
    const auto with = [&](Params more) {
        more.insert(square.begin(), square.end());
        return get(more);
    };
    const Response middle = get(square);
    EXPECT_EQ(headerOf(middle, "Cache-Control"), "public, max-age=300");
    library().fields["focal_point"] = JsonObject{{"x", 1}, {"y", 0.5}};
    const Response right = get(square);
    EXPECT_NE(bodyOf(right), bodyOf(middle));
    EXPECT_EQ(headerOf(right, "ETag"),
              headerOf(with({{"crop", "focalpoint"}, {"fp-x", "1"}, {"fp-y", "0.5"}}), "ETag"));
    EXPECT_EQ(headerOf(with({{"crop", "focalpoint"}}), "ETag"), headerOf(right, "ETag"));
    const Response named = with({{"crop", "left"}});
    EXPECT_NE(headerOf(named, "ETag"), headerOf(right, "ETag"));
    EXPECT_EQ(headerOf(named, "Cache-Control"), "public, max-age=31536000, immutable");
}

TEST_F(ImageRoutes, AreFoundByAFormerNameForAWhile) {
    load();
    library().formerName = "former.png";
    const Response response = get({{"w", "50"}}, {}, "former.png");
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(headerOf(response, "Cache-Control"), "public, max-age=300");
    EXPECT_EQ(headerOf(response, "ETag"), headerOf(get({{"w", "50"}}), "ETag"));
}

TEST_F(ImageRoutes, NegotiateTheFormatByAccept) {
    load();
    const auto typeFor = [&](const std::string& accept) {
        const Response response = get({{"auto", "format"}}, {{"Accept", accept}});
        EXPECT_EQ(headerOf(response, "Vary"), "Accept");
        return response.stream->contentType;
    };
    const std::string best = typeFor("image/avif,image/webp,*/*");
    EXPECT_TRUE(best == "image/avif" || best == "image/webp") << best;
    EXPECT_EQ(typeFor("image/webp,*/*"), "image/webp");
    EXPECT_EQ(typeFor("*/*"), "image/png");
    const Response fixed = get({{"auto", "format"}, {"fm", "jpg"}}, {{"Accept", "image/webp"}});
    EXPECT_EQ(fixed.stream->contentType, "image/jpeg");
    const Response tag = get({{"auto", "format"}}, {{"Accept", "image/webp"}});
    const Response other = get({{"auto", "format"}}, {{"Accept", "*/*"}, {"If-None-Match", headerOf(tag, "ETag")}});
    EXPECT_EQ(other.status, 200) << "the tag of the WebP is not that of the PNG";
}

TEST_F(ImageRoutes, ServeWhatIsNoImageAsItIs) {
    load();
    keep(write("%PDF-1.4", "paper.pdf"), "application/pdf");
    EXPECT_EQ(bodyOf(get({{"w", "50"}})), "%PDF-1.4");
    EXPECT_EQ(headerOf(get({{"w", "50"}}), "Content-Disposition").find("inline"), 0u);
    keep(write("<svg onload='alert(1)'/>", "a.svg"), "image/svg+xml");
    const Response drawing = get({{"w", "50"}});
    EXPECT_EQ(bodyOf(drawing), "<svg onload='alert(1)'/>");
    EXPECT_EQ(headerOf(drawing, "Content-Disposition").find("attachment"), 0u);
    EXPECT_EQ(headerOf(drawing, "Content-Security-Policy"), "default-src 'none'; sandbox");
}

TEST_F(ImageRoutes, OfferADownloadUnderACleanName) {
    load();
    const auto name = [&](const std::string& dl) {
        return headerOf(get({{"w", "10"}, {"dl", dl}}), "Content-Disposition");
    };
    EXPECT_EQ(name("cat.png"), "attachment; filename=\"cat.png\"; filename*=UTF-8''cat.png");
    EXPECT_EQ(name(""), "attachment; filename=\"flag.png\"; filename*=UTF-8''flag.png");
    EXPECT_EQ(name("a\"b\r\nX: 1"), "attachment; filename=\"a_b__X_ 1\"; filename*=UTF-8''a%22b%0D%0AX%3A%201");
    EXPECT_EQ(name("Käse"), "attachment; filename=\"K__se\"; filename*=UTF-8''K%C3%A4se");
    EXPECT_EQ(headerOf(get({{"dl", "cat.png"}}), "Content-Disposition").find("attachment"), 0u) << "of the original";
    EXPECT_EQ(headerOf(get({{"w", "10"}}), "Content-Disposition"), "");
}

// The second picture is asked for while the first one is made.
TEST_F(ImageRoutes, LeaveSeatsToOtherClients) {
    load({{"workers", 2}, {"queue", 0}});
    const MediaContent first = library().media;
    std::vector<std::string> outcomes;
    library().media.localPath.clear();
    library().media.read = [&, read = first.read](std::int64_t offset, std::int64_t length) {
        library().media = first;
        for (const char* address : {"2001:db8::2", "2001:db8:0:1::1"})
            outcomes.push_back(test::errorOf([&] { get({{"w", "20"}}, {}, "", address); }));
        return read(offset, length);
    };
    EXPECT_EQ(get({{"w", "30"}}, {}, "", "2001:db8::1").status, 200);
    EXPECT_EQ(outcomes,
              (std::vector<std::string>{"503: too many images are being made right now; try again", "no error"}));
}

TEST_F(ImageRoutes, RefuseMissingAndBrokenImages) {
    load();
    const auto refusal = [&](const std::function<void()>& action) -> std::string {
        try {
            action();
        } catch (const ApiError& error) {
            return std::to_string(error.status()) + " " + error.message();
        }
        return "served";
    };
    EXPECT_EQ(refusal([&] { get({}, {}, "missing.png"); }), "404 media 'missing.png' was not found");
    keep(write("broken", "broken.jpg"), "image/jpeg");
    EXPECT_EQ(refusal([&] { get({{"w", "10"}}); }).find("422 the image 'broken.jpg' cannot be processed: "), 0u);
    EXPECT_EQ(bodyOf(get({})), "broken") << "unchanged it is still served";
    server().setService<MediaLibrary>(nullptr);
    EXPECT_EQ(refusal([&] { get({}); }), "404 there are no images: media are disabled");
}

TEST_F(ImageRoutes, KeepTheirPicturesBelowTheDataDirectory) {
    load({{"workers", 1}});
    get({{"w", "10"}});
    EXPECT_TRUE(std::filesystem::exists(server().serverInfo().dataDirectory + "/images/variants"));
}

TEST_F(ImageRoutes, RefuseSettingsOutOfRange) {
    for (const char* key : {"workers", "timeout_ms", "memory_mb", "max_pixels", "max_work_ms"}) {
        test::PluginFixture other;
        EXPECT_THROW(other.load("images", {{key, 0}}), std::runtime_error) << key;
    }
}

}  // namespace
}  // namespace inkwell::images
