// interface/media-and-images.md, "Routes"; interface/reads-and-queries.md, "Lists".
#include <Poco/URI.h>

#include <algorithm>

#include "inkwell/media_library.h"
#include "kernel/app/transfer.h"
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class Media : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        const Json file = parseJson(R"({"format": "inkwell-bucket/1", "bucket": {
            "media_folders": [{"title": "Covers", "slug": "covers"}],
            "media": [
            {"name": "1-small.png", "original_name": "small.png", "size": 10, "type": "image/png",
             "created": "2024-01-01T00:00:00.000Z", "folder": "covers", "location": "",
             "metadata": {"alt": "Small", "tags": ["a", "b"], "camera": {"iso": 100}}},
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
        {"negative skip", "GET", url + "?read_key={read_key}&skip=-1", "", "", 400, {"skip"}},
        {"key of objects", "GET", url + "?read_key={read_key}&query={\"title\":1}", "", "", 400, {"'title'", "size"}},
        {"operator", "GET", url + "?read_key={read_key}&query={\"size\":{\"$near\":1}}", "", "", 400, {"$near"}},
        {"cut", "GET", url + "?read_key={read_key}&query={\"size\":", "", "", 400, {"query"}},
    });
}

TEST_P(Media, AreFoundByWhatTheyHold) {
    const auto found = [&](const std::string& query) {
        std::string text;
        Poco::URI::encode(query, "!*'();:@&=+$,/?#[]{}\"\\|^ ", text);
        const Reply reply = get("/media?sort=created&query=" + text);
        EXPECT_EQ(reply.status, 200) << query << ": " << reply.body;
        std::string names;
        for (const Json& one : reply.array("media")) names += std::string(textOf(one.as_object(), "name")) + " ";
        EXPECT_EQ(reply.json().at("total"), std::count(names.begin(), names.end(), ' ')) << query;
        return names;
    };
    const std::string small = "1-small.png ";
    const std::string large = "2-large.pdf ";
    const std::string id(textOf(get("/media?sort=created").array("media").at(0).as_object(), "id"));
    EXPECT_EQ(found("{\"id\": \"" + id + "\"}"), small);
    EXPECT_EQ(found(R"({"name": "1-small.png"})"), small);
    EXPECT_EQ(found(R"({"original_name": {"$in": ["large.pdf", "none"]}})"), large);
    EXPECT_EQ(found(R"({"size": {"$gt": 10}})"), large);
    EXPECT_EQ(found(R"({"size": "10"})"), "");
    EXPECT_EQ(found(R"({"type": {"$regex": "^IMAGE/", "$options": "i"}})"), small);
    EXPECT_EQ(found(R"({"created": {"$gte": "2024-01-02"}})"), large);
    EXPECT_EQ(found(R"({"folder": "covers"})"), small);
    EXPECT_EQ(found(R"({"folder": null})"), large);
    EXPECT_EQ(found(R"({"metadata.alt": "Small"})"), small);
    EXPECT_EQ(found(R"({"metadata.alt": {"$ne": "Small"}})"), large);
    EXPECT_EQ(found(R"({"metadata.alt": {"$exists": false}})"), large);
    EXPECT_EQ(found(R"({"metadata.tags": {"$all": ["a", "b"]}})"), small);
    EXPECT_EQ(found(R"({"metadata.camera.iso": {"$lte": 100}})"), small);
    EXPECT_EQ(found(R"({"$or": [{"size": 2000}, {"metadata.alt": "Small"}]})"), small + large);
    EXPECT_EQ(found(R"({"$nor": [{"size": 2000}, {"metadata.alt": "Small"}]})"), "");
    const Reply page = get("/media?limit=1&skip=1&query={}");
    EXPECT_EQ(page.array("media").size(), 1U);
    EXPECT_EQ(page.json().at("total"), 2);
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
