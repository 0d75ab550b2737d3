// Specification, "Media", the reading routes; where-silent.md, "Reads".
#include "inkwell/media_library.h"
#include "kernel/app/transfer.h"
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class Media : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        const Json file = parseJson(R"({"format": "inkwell-bucket/1", "bucket": {"media": [
            {"name": "1-small.png", "original_name": "small.png", "size": 10, "type": "image/png",
             "created": "2024-01-01T00:00:00.000Z", "folder": null, "location": "", "metadata": {"alt": "Small"}},
            {"name": "2-large.pdf", "original_name": "large.pdf", "size": 2000, "type": "application/pdf",
             "created": "2024-01-02T00:00:00.000Z", "folder": null, "location": "", "metadata": null}]}})");
        kernel::importBucket(api().server(), file, bucket().slug, "", [](auto&&...) {});
    }
};
INKWELL_ON_BOTH_ENGINES(Media);

TEST_P(Media, AreListedSortedAndRead) {
    const JsonObject list = get("/media").json();
    EXPECT_EQ(list.at("total"), 2);
    EXPECT_EQ(list.at("limit"), 1000);
    EXPECT_EQ(list.at("media").at(0).at("name"), "2-large.pdf");
    EXPECT_EQ(get("/media?sort=size").array("media").at(0).at("name"), "1-small.png");
    EXPECT_EQ(get("/media?sort=created&skip=1").array("media").at(0).at("name"), "2-large.pdf");
    const std::string id(textOf(list.at("media").at(1).as_object(), "id"));
    const JsonObject one = made(get("/media/" + id), "media");
    EXPECT_EQ(one.at("size"), 10);
    EXPECT_EQ(one.at("type"), "image/png");
    EXPECT_EQ(one.at("original_name"), "small.png");
    EXPECT_EQ(one.at("metadata").at("alt"), "Small");
    EXPECT_TRUE(textOf(one, "url").ends_with("/1-small.png"));
    EXPECT_TRUE(textOf(one, "image_url").ends_with("/1-small.png"));
}

TEST_P(Media, BadReadsAreRefused) {
    const std::string url = "/v2/buckets/{bucket}/media";
    run({
        {"unknown id",
         "GET",
         url + "/0123456789abcdef01234567?read_key={read_key}",
         "",
         "",
         404,
         {"'0123456789abcdef01234567'"}},
        {"unknown sort", "GET", url + "?read_key={read_key}&sort=name", "", "", 400, {"sort"}},
        {"bad limit", "GET", url + "?read_key={read_key}&limit=x", "", "", 400, {"limit"}},
    });
}

TEST_P(Media, AFileMetafieldAndAThumbnailShowTheRecord) {
    makeType("posts");
    const JsonObject object =
        makeObject("posts", "With picture",
                   {{"thumbnail", "1-small.png"}, {"metafields", {field("file", "hero", "1-small.png")}}});
    EXPECT_EQ(object.at("thumbnail"), "1-small.png");
    EXPECT_EQ(object.at("metadata").at("hero").at("original_name"), "small.png");
    const std::string id(textOf(object, "id"));
    const JsonObject stored = get("/objects/" + id + "/metafields/hero").object("metafield");
    EXPECT_EQ(stored.at("value"), "1-small.png");
    EXPECT_EQ(stored.at("metadata").at("type"), "image/png");
}

}  // namespace
}  // namespace inkwell::test
