// interface/search.md, "Searching".
#include "tests/support/api_scenario.h"
#include "tests/support/error_text.h"
#include "tests/support/eventually.h"

namespace inkwell::test {
namespace {

class Search : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        makeType("posts");
    }
    std::string found(const std::string& query) {
        const Reply reply = get("/search?" + query);
        EXPECT_EQ(reply.status, 200) << reply.body;
        if (reply.status != 200) return reply.message();
        std::string titles;
        for (const Json& one : reply.array("results")) {
            titles += (titles.empty() ? "" : ", ") + std::string(one.at("title").as_string());
        }
        return titles;
    }
    static std::string idOf(const JsonObject& json) { return std::string(textOf(json, "id")); }
};
INKWELL_ON_BOTH_ENGINES(Search);

TEST_P(Search, FindsTitlesSlugsContentAndMetafields) {
    makeObject("posts", "Crème brûlée", {{"slug", "dessert"}, {"content", "<p>Burnt <b>sugar</b></p>"}});
    makeObject("posts", "Other", {{"metafields", {field("text", "lead", "Of caramel")}}});
    EXPECT_EQ(found("q=creme"), "Crème brûlée");
    EXPECT_EQ(found("q=dess"), "Crème brûlée");
    EXPECT_EQ(found("q=sugar%20burnt"), "Crème brûlée");
    EXPECT_EQ(found("q=CARAM"), "Other");
    EXPECT_EQ(found("q=nothing"), "");
}

TEST_P(Search, FindsEveryWordOfTextsThatAreNoHtml) {
    makeObject("posts", "Plain", {{"metafields", {field("textarea", "lead", "Use std::vector<widgetry> here, a<b")}}});
    makeObject("posts", "Marked down", {{"metafields", {field("markdown", "text", "A `Map<Stringlike>` of all")}}});
    EXPECT_EQ(found("q=widgetry"), "Plain");
    EXPECT_EQ(found("q=stringlike"), "Marked down");
    EXPECT_EQ(get("/search?q=widgetry").array("results").at(0).at("highlight").at("text"),
              "Use std::vector&lt;<mark>widgetry</mark>&gt; here, a&lt;b");
}

TEST_P(Search, ShowsWhatWasFound) {
    const JsonObject object =
        makeObject("posts", "Winter", {{"slug", "winter"}, {"content", "<p>A long winter &amp; more</p>"}});
    const Json result = get("/search?q=wint").array("results").at(0);
    EXPECT_EQ(
        result,
        Json({{"kind", "object"},
              {"id", object.at("id")},
              {"title", "Winter"},
              {"type", "posts"},
              {"slug", "winter"},
              {"status", "published"},
              {"highlight", {{"title", "<mark>Winter</mark>"}, {"text", "A long <mark>winter</mark> &amp; more"}}}}));
}

TEST_P(Search, FindsDraftsForThoseWhoAskForThem) {
    const std::string id = idOf(makeObject("posts", "Winter"));
    EXPECT_EQ(post("/objects/" + id + "/revisions", {{"title", "Summer"}, {"status", "draft"}}).status, 200);
    makeObject("posts", "Summertime", {{"status", "draft"}});
    EXPECT_EQ(found("q=summer"), "");
    EXPECT_EQ(found("q=winter"), "Winter");
    EXPECT_EQ(found("q=summer&status=any"), "Summer, Summertime") << "whole words first";
    EXPECT_EQ(found("q=wint&type=pages&status=any"), "");
    EXPECT_EQ(post("/objects/" + id + "/draft/publish", JsonObject()).status, 200);
    EXPECT_EQ(found("q=summer"), "Summer");
}

TEST_P(Search, FindsTheDraftOfWhatCameBack) {
    const std::string id = idOf(makeObject("posts", "Winter"));
    EXPECT_EQ(post("/objects/" + id + "/revisions", {{"title", "Summer"}, {"status", "draft"}}).status, 200);
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    EXPECT_EQ(api().send("DELETE", path("/objects/" + id), admin.token, JsonObject()).status, 200);
    EXPECT_EQ(found("q=summer&status=any"), "");
    EXPECT_EQ(api().send("POST", path("/trash/" + id + "/restore"), admin.token, JsonObject()).status, 200);
    EXPECT_EQ(found("q=summer&status=any"), "Summer");
    EXPECT_EQ(found("q=winter"), "Winter");

    const Reply done = post("/objects/bulk", {{"ids", {id}}, {"action", "unpublish"}});
    EXPECT_EQ(done.status, 200) << done.body;
    const std::string undoId(textOf(done.object("undo"), "id"));
    EXPECT_EQ(post("/objects/bulk/" + undoId + "/undo", JsonObject()).status, 200);
    EXPECT_EQ(found("q=summer&status=any"), "Summer");
    EXPECT_EQ(found("q=winter"), "Winter");
}

TEST_P(Search, FollowsEditsAndDeletions) {
    const std::string id = idOf(makeObject("posts", "Winter"));
    EXPECT_EQ(patch("/objects/" + id, {{"title", "Spring"}}).status, 200);
    EXPECT_EQ(found("q=spring"), "Spring");
    EXPECT_EQ(del("/objects/" + id).status, 200);
    EXPECT_EQ(found("q=spring"), "");
}

TEST_P(Search, KeepsToItsBucketAndType) {
    makeType("pages");
    makeObject("posts", "Winter");
    makeObject("pages", "Winter page");
    EXPECT_EQ(found("q=winter&type=pages"), "Winter page");
    EXPECT_EQ(patch("/object-types/pages", {{"slug", "sheets"}}).status, 200);
    EXPECT_EQ(found("q=winter&type=sheets"), "Winter page");
    const TestServer::Bucket other = api().makeBucket();
    const Reply reply = api().get("/v2/buckets/" + other.slug + "/search?q=winter&read_key=" + other.readKey);
    EXPECT_EQ(reply.json().at("total"), 0) << reply.body;
}

TEST_P(Search, RefusesWhatItDoesNotUnderstand) {
    EXPECT_EQ(refusalOf(get("/search")), "400: the parameter 'q' must have a word to search for");
    EXPECT_EQ(refusalOf(get("/search?q=a&type=posts&kinds=media")),
              "400: the parameter 'type' cannot be used with 'kinds=media': media have no object type");
    EXPECT_EQ(refusalOf(get("/search?q=a&limit=101")), "400: limit must be a whole number from 1 to 100, not '101'");
    EXPECT_EQ(refusalOf(get("/search?q=a&kinds=users")),
              "400: kinds must be one of objects,media, media,objects, objects, media, not 'users'");
}

TEST_P(Search, IsMadeAnewByAnAdmin) {
    makeObject("posts", "Winter");
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    const std::string base = "/v2/buckets/" + bucket().slug + "/search";
    EXPECT_EQ(api().send("POST", base + "/rebuild", admin.token, JsonObject()).status, 200);
    const auto index = [&] { return api().get(base + "/index", {bearer(admin.token)}).json().at("index"); };
    ASSERT_TRUE(eventually([&] { return index().at("state") == "ready"; }));
    EXPECT_EQ(index().at("entries"), 1);
    EXPECT_EQ(found("q=winter"), "Winter");
}

}  // namespace
}  // namespace inkwell::test
