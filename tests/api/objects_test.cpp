// interface/resources.md, "Objects" and "Ids, times and slugs"; interface/drafts-and-revisions.md, "Status".
#include <atomic>
#include <set>
#include <thread>

#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class Objects : public ApiTest {
protected:
    std::vector<std::string> titles(const std::string& query) {
        std::vector<std::string> all;
        const JsonArray objects = get("/objects?" + query).array("objects");
        for (const Json& one : objects) all.emplace_back(textOf(one.as_object(), "title"));
        return all;
    }
};
INKWELL_ON_BOTH_ENGINES(Objects);

const std::string kUrl = "/v2/buckets/{bucket}/objects";
using Titles = std::vector<std::string>;

TEST_P(Objects, AreStoredWithEveryField) {
    makeType("posts");
    const JsonObject object = makeObject("posts", "Ein Ærlig Titel",
                                         {{"content", "<p>Hello 😀</p>"},
                                          {"options", {{"slug_field", false}, {"content_editor", true}}},
                                          {"created_by", "0123456789abcdef01234567"}});
    const std::string id(textOf(object, "id"));
    EXPECT_EQ(id.size(), 24U);
    EXPECT_EQ(object.at("slug"), "ein-aerlig-titel");
    EXPECT_EQ(object.at("status"), "published");
    EXPECT_TRUE(object.at("published_at").is_string());
    EXPECT_TRUE(object.contains("metafields"));

    JsonObject read = made(get("/objects/" + id), "object");
    EXPECT_FALSE(read.contains("metafields"));
    EXPECT_EQ(read.at("content"), "<p>Hello 😀</p>");
    EXPECT_EQ(read.at("type"), "posts");
    EXPECT_EQ(read.at("bucket"), Json(bucket().id));
    EXPECT_EQ(read.at("created"), read.at("created_at"));
    EXPECT_EQ(read.at("created_by"), "0123456789abcdef01234567");
    EXPECT_EQ(read.at("options").at("slug_field"), false);
    EXPECT_TRUE(read.at("locale").is_null());
    EXPECT_TRUE(read.at("publish_at").is_null());
    EXPECT_TRUE(read.at("unpublish_at").is_null());
    EXPECT_TRUE(read.at("thumbnail").is_null());
    EXPECT_TRUE(read.at("metadata").is_null());
    EXPECT_TRUE(made(get("/objects/" + id + "?show_metafields=true"), "object").contains("metafields"));
}

TEST_P(Objects, RefuseBadBodiesAndStoreNothing) {
    makeType("posts");
    makeObject("posts", "Taken", {{"slug", "taken"}});
    run({
        {"no type", "POST", kUrl, "{write_key}", R"({"title": "A"})", 400, {"type", "is required"}},
        {"no title", "POST", kUrl, "{write_key}", R"({"type": "posts"})", 400, {"title", "is required"}},
        {"unknown type", "POST", kUrl, "{write_key}", R"({"type": "nope", "title": "A"})", 400, {"nope"}},
        {"unknown field",
         "POST",
         kUrl,
         "{write_key}",
         R"({"type": "posts", "title": "A", "id": "x"})",
         400,
         {"\"id\""}},
        {"read-only fields",
         "POST",
         kUrl,
         "{write_key}",
         R"({"type": "posts", "title": "A", "bucket": "b", "created_at": "x", "metadata": {}})",
         400,
         {"bucket", "created_at", "metadata"}},
        {"object where a text belongs",
         "POST",
         kUrl,
         "{write_key}",
         R"({"type": "posts", "title": {"$gt": ""}})",
         400,
         {"title"}},
        {"bad status",
         "POST",
         kUrl,
         "{write_key}",
         R"({"type": "posts", "title": "A", "status": "live"})",
         400,
         {"status", "draft", "published"}},
        {"taken slug",
         "POST",
         kUrl,
         "{write_key}",
         R"({"type": "posts", "title": "A", "slug": "taken"})",
         409,
         {"'taken'"}},
        {"malformed slug",
         "POST",
         kUrl,
         "{write_key}",
         R"({"type": "posts", "title": "A", "slug": "../x"})",
         400,
         {"slug"}},
        {"locale without localization",
         "POST",
         kUrl,
         "{write_key}",
         R"({"type": "posts", "title": "A", "locale": "en"})",
         400,
         {"locale"}},
        {"publish_at in the past",
         "POST",
         kUrl,
         "{write_key}",
         R"({"type": "posts", "title": "A", "publish_at": 1000})",
         400,
         {"publish_at"}},
        {"publish_at as text",
         "POST",
         kUrl,
         "{write_key}",
         R"({"type": "posts", "title": "A", "publish_at": "soon"})",
         400,
         {"publish_at"}},
        {"bad created_by",
         "POST",
         kUrl,
         "{write_key}",
         R"({"type": "posts", "title": "A", "created_by": "me"})",
         400,
         {"created_by"}},
        {"unknown thumbnail",
         "POST",
         kUrl,
         "{write_key}",
         R"({"type": "posts", "title": "A", "thumbnail": "nope.png"})",
         400,
         {"thumbnail"}},
        {"metafields as object",
         "POST",
         kUrl,
         "{write_key}",
         R"({"type": "posts", "title": "A", "metafields": {}})",
         400,
         {"metafields"}},
        {"invalid UTF-8",
         "POST",
         kUrl,
         "{write_key}",
         "{\"type\": \"posts\", \"title\": \"\xff\"}",
         400,
         {"it is not valid UTF-8"}},
    });
    EXPECT_EQ(get("/objects?status=any").json().at("total"), 1);
}

TEST_P(Objects, AreEditedFieldByField) {
    makeType("posts");
    const std::string id = makeId("posts", "Old title", {{"content", "old"}});
    const JsonObject edited = made(patch("/objects/" + id, {{"title", "New title"}}), "object");
    EXPECT_EQ(edited.at("title"), "New title");
    EXPECT_EQ(edited.at("slug"), "old-title");
    EXPECT_EQ(edited.at("content"), "old");
    EXPECT_EQ(made(patch("/objects/" + id, {{"slug", "fresh"}}), "object").at("slug"), "fresh");
    EXPECT_EQ(made(get("/objects/" + id), "object").at("title"), "New title");
}

TEST_P(Objects, RefuseBadEditsAndKeepWhatWasThere) {
    makeType("posts");
    makeObject("posts", "Taken");
    const std::string id = makeId("posts", "Mine");
    const std::string url = kUrl + "/" + id;
    run({
        {"empty", "PATCH", url, "{write_key}", "{}", 400, {"holds no field"}},
        {"pretty only", "PATCH", url, "{write_key}", R"({"pretty": true})", 400, {"holds no field"}},
        {"trigger_webhook only", "PATCH", url, "{write_key}", R"({"trigger_webhook": true})", 400, {"holds no field"}},
        {"type is not editable", "PATCH", url, "{write_key}", R"({"type": "pages"})", 400, {"type"}},
        {"created_by is not editable",
         "PATCH",
         url,
         "{write_key}",
         R"({"created_by": "0123456789abcdef01234567"})",
         400,
         {"created_by"}},
        {"taken slug", "PATCH", url, "{write_key}", R"({"slug": "taken"})", 409, {"'taken'"}},
        {"null title", "PATCH", url, "{write_key}", R"({"title": null})", 400, {"title"}},
        {"unknown id",
         "PATCH",
         kUrl + "/0123456789abcdef01234567",
         "{write_key}",
         R"({"title": "A"})",
         404,
         {"'0123456789abcdef01234567'"}},
        {"id that is none",
         "PATCH",
         kUrl + "/x'--",
         "{write_key}",
         R"({"title": "A"})",
         404,
         {"object 'x'--' was not found"}},
        {"unknown id deleted", "DELETE", kUrl + "/0123456789abcdef01234567", "{write_key}", "", 404, {"was not found"}},
        {"unknown id read",
         "GET",
         kUrl + "/0123456789abcdef01234567?read_key={read_key}",
         "",
         "",
         404,
         {"was not found"}},
    });
    EXPECT_EQ(made(get("/objects/" + id), "object").at("title"), "Mine");
}

TEST_P(Objects, EveryWriteIsInTheChangeFeedOnce) {
    makeType("posts");
    const std::string id = makeId("posts", "One");
    run({
        {"created",
         "POST",
         kUrl,
         "{write_key}",
         R"({"type": "posts", "title": "A"})",
         200,
         {"\"title\":\"A\""},
         {},
         {{"object.created", 1}}},
        {"edited", "PATCH", kUrl + "/" + id, "{write_key}", R"({"title": "B"})", 200, {}, {}, {{"object.edited", 1}}},
        {"deleted", "DELETE", kUrl + "/" + id, "{write_key}", "", 200, {id}, {}, {{"object.deleted", 1}}},
        {"gone", "GET", kUrl + "/" + id + "?read_key={read_key}", "", "", 404, {id}},
    });
}

TEST_P(Objects, ADraftIsHiddenUntilItIsPublished) {
    makeType("posts");
    const JsonObject draft = makeObject("posts", "Secret", {{"status", "draft"}});
    const std::string id(textOf(draft, "id"));
    EXPECT_TRUE(draft.at("published_at").is_null());
    EXPECT_EQ(refusalOf(get("/objects/" + id)), missing("object", id));
    EXPECT_EQ(get("/objects").json().at("total"), 0);
    EXPECT_EQ(get("/objects?status=any").json().at("total"), 1);
    EXPECT_EQ(made(get("/objects/" + id + "?status=any"), "object").at("status"), "draft");

    EXPECT_TRUE(made(patch("/objects/" + id, {{"status", "published"}}), "object").at("published_at").is_string());
    EXPECT_EQ(get("/objects/" + id).status, 200);
    EXPECT_EQ(patch("/objects/" + id, {{"status", "draft"}}).status, 200);
    EXPECT_EQ(refusalOf(get("/objects/" + id)), missing("object", id));
}

TEST_P(Objects, AFuturePublishAtWaitsAsADraftAndNullClearsIt) {
    makeType("posts");
    const std::int64_t later = 4'000'000'000'000;
    const JsonObject waiting = makeObject("posts", "Later", {{"publish_at", later}});
    EXPECT_EQ(waiting.at("status"), "draft");
    EXPECT_EQ(waiting.at("publish_at"), later);
    const std::string id(textOf(waiting, "id"));
    EXPECT_TRUE(made(patch("/objects/" + id, {{"publish_at", nullptr}}), "object").at("publish_at").is_null());
}

TEST_P(Objects, TheSameSlugServesEveryLocale) {
    makeType("pages", {}, {{"localization", true}, {"locales", {"en", "de"}}, {"priority_locale", "de"}});
    EXPECT_EQ(makeObject("pages", "Home").at("locale"), "de");
    EXPECT_EQ(makeObject("pages", "Home", {{"locale", "en"}}).at("slug"), "home");
    EXPECT_EQ(makeObject("pages", "Home", {{"locale", "en"}}).at("slug"), "home-2");
    EXPECT_EQ(refusalOf(post("/objects", {{"type", "pages"}, {"title", "X"}, {"locale", "fr"}})),
              "400: the object cannot be created: locale: 'fr' is not a locale of object type 'pages'; its locales "
              "are: 'en', 'de'");
    EXPECT_EQ(refusalOf(post("/objects", {{"type", "pages"}, {"title", "X"}, {"locale", "EN"}})),
              "400: the object cannot be created: locale: 'EN' is not a locale code; codes are case-sensitive");
}

TEST_P(Objects, AreListedInPages) {
    makeType("posts");
    for (const char* title : {"a", "b", "c", "d", "e"}) makeObject("posts", title);
    EXPECT_EQ(titles(""), (Titles{"a", "b", "c", "d", "e"}));
    EXPECT_EQ(titles("sort=-created_at"), (Titles{"e", "d", "c", "b", "a"}));
    EXPECT_EQ(titles("sort=created_at&skip=1&limit=2"), (Titles{"b", "c"}));
    const JsonObject page = get("/objects?limit=2&skip=4").json();
    EXPECT_EQ(page.at("objects").as_array().size(), 1U);
    EXPECT_EQ(page.at("total"), 5);
    EXPECT_EQ(page.at("limit"), 2);
    EXPECT_EQ(get("/objects?skip=99").json().at("total"), 5);
    EXPECT_EQ(get("/objects?sort=random").array("objects").size(), 5U);
    const std::string first(textOf(get("/objects?limit=1").array("objects").at(0).as_object(), "id"));
    EXPECT_EQ(patch("/objects/" + first, {{"title", "z"}}).status, 200);
    EXPECT_EQ(titles("sort=-modified_at&limit=1"), (Titles{"z"}));
}

TEST_P(Objects, AnEmptyListIsNoError) {
    const Reply empty = get("/objects");
    EXPECT_EQ(empty.status, 200);
    EXPECT_EQ(empty.json().at("total"), 0);
    EXPECT_EQ(empty.json().at("limit"), 1000);
}

TEST_P(Objects, BadListParametersAreNamed) {
    const std::string list = kUrl + "?read_key={read_key}&";
    run({
        {"limit 0", "GET", list + "limit=0", "", "", 400, {"limit"}},
        {"limit too large", "GET", list + "limit=1001", "", "", 400, {"limit", "1000"}},
        {"limit negative", "GET", list + "limit=-1", "", "", 400, {"limit"}},
        {"limit in science", "GET", list + "limit=1e9", "", "", 400, {"limit"}},
        {"limit a word", "GET", list + "limit=abc", "", "", 400, {"limit", "abc"}},
        {"skip negative", "GET", list + "skip=-1", "", "", 400, {"skip"}},
        {"unknown sort", "GET", list + "sort=title", "", "", 400, {"sort", "created_at"}},
        {"unknown status", "GET", list + "status=draft", "", "", 400, {"status"}},
        {"show_metafields a word", "GET", list + "show_metafields=yes", "", "", 400, {"show_metafields"}},
        {"unknown parameters are ignored", "GET", list + "colour=red", "", "", 200, {"\"objects\":[]"}},
        {"braces and quotes as they are", "GET", list + "x={\"a\":\"b\"}", "", "", 200, {}},
        {"a leading ?&", "GET", kUrl + "?&read_key={read_key}", "", "", 200, {}},
        {"a slash before ?", "GET", kUrl + "/?read_key={read_key}", "", "", 200, {}},
    });
}

TEST_P(Objects, AnotherBucketsObjectIsMissing) {
    makeType("posts");
    const std::string id = makeId("posts", "Mine");
    const TestServer::Bucket other = api().makeBucket();
    const std::string url = "/v2/buckets/" + other.slug + "/objects/" + id;
    EXPECT_EQ(refusalOf(api().get(url + "?read_key=" + other.readKey)), missing("object", id));
    EXPECT_EQ(refusalOf(api().send("PATCH", url, other.writeKey, JsonObject{{"title", "Stolen"}})),
              missing("object", id));
    EXPECT_EQ(refusalOf(api().send("DELETE", url, other.writeKey, nullptr)), missing("object", id));
    EXPECT_EQ(made(get("/objects/" + id), "object").at("title"), "Mine");
}

TEST_P(Objects, ALongDocumentIsNeverCut) {
    makeType("posts");
    const std::string content(3'000'000, 'x');
    const std::string id = makeId("posts", "Long", {{"content", content + "end"}});
    makeObject("posts", "Short", {{"content", "s"}});
    const JsonObject read = made(get("/objects/" + id), "object");
    EXPECT_EQ(textOf(read, "content").size(), content.size() + 3);
    EXPECT_TRUE(textOf(read, "content").ends_with("end"));
}

TEST_P(Objects, WritersOfOneTitleGetSlugsOfTheirOwn) {
    makeType("posts");
    std::vector<std::thread> writers;
    std::atomic<int> good{0};
    for (int i = 0; i < 8; ++i) {
        writers.emplace_back([&] {
            for (int n = 0; n < 5; ++n) good += post("/objects", {{"type", "posts"}, {"title", "Same"}}).status == 200;
        });
    }
    for (std::thread& writer : writers) writer.join();
    EXPECT_EQ(good, 40);
    std::set<std::string> slugs;
    for (const Json& one : get("/objects").array("objects")) slugs.emplace(textOf(one.as_object(), "slug"));
    EXPECT_EQ(slugs.size(), 40U);
}

}  // namespace
}  // namespace inkwell::test
