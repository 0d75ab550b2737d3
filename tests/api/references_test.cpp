// interface/reads-and-queries.md, "Where an object is used".
#include "inkwell/text.h"
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class References : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        for (const char* type : {"posts", "authors"}) makeType(type);
        author_ = makeId("authors", "Ada");
    }
    std::string post(const std::string& title, const JsonArray& metafields, const JsonObject& more = {}) {
        JsonObject body{{"metafields", metafields}};
        for (const auto& member : more) body[member.key()] = member.value();
        return makeId("posts", title, body);
    }
    JsonObject by(const std::string& key) { return field("object", key, author_, {{"object_type", "authors"}}); }
    Reply references(const std::string& parameters = "") {
        return get("/objects/" + author_ + "/references" + parameters);
    }

    std::string author_;
};
INKWELL_ON_BOTH_ENGINES(References);

TEST_P(References, SayWhichObjectsNameOneAndWhere) {
    EXPECT_EQ(references().json().at("total"), 0);
    const std::string first = post("First", {by("author")});
    const JsonObject inParent{{"type", "parent"}, {"title", "Credits"}, {"key", "credits"}, {"children", {by("by")}}};
    const std::string second = post("Second", {by("author"), inParent});
    post("Third", {field("text", "author", author_)});

    const Json found = references().json();
    EXPECT_EQ(found.at("total"), 2);
    EXPECT_EQ(found.at("limit"), 1000);
    EXPECT_EQ(found.at("references").at(0), (Json{{"id", first},
                                                  {"title", "First"},
                                                  {"slug", "first"},
                                                  {"type", "posts"},
                                                  {"status", "published"},
                                                  {"fields", JsonArray{"metadata.author"}}}));
    EXPECT_EQ(found.at("references").at(1).at("fields"), (Json(JsonArray{"metadata.author", "metadata.credits.by"})));
    const Json page = references("?limit=1&skip=1").json();
    EXPECT_EQ(page.at("total"), 2);
    EXPECT_EQ(page.at("references").as_array().size(), 1U);
    EXPECT_EQ(page.at("references").at(0).at("id"), Json(second));

    // A write is seen at once, although equal reads are answered from memory.
    patch("/objects/" + first, {{"metafields", JsonArray()}});
    EXPECT_EQ(references().json().at("total"), 1);
    del("/objects/" + second);
    EXPECT_EQ(references().json().at("total"), 0);
}

TEST_P(References, HideDraftsFromReadersOfPublishedContent) {
    post("Draft", {by("author")}, {{"status", "draft"}});
    const std::string live = post("Live", {});
    made(ApiTest::post("/objects/" + live + "/revisions",
                       {{"title", "Next"}, {"status", "draft"}, {"metafields", {by("author")}}}),
         "revision");
    EXPECT_EQ(references().json().at("total"), 0);
    const Json any = references("?status=any").json();
    EXPECT_EQ(any.at("total"), 2);
    EXPECT_EQ(any.at("references").at(1).at("title"), "Next");
    EXPECT_EQ(any.at("references").at(1).at("id"), Json(live));
}

TEST_P(References, OfAnObjectThatIsNotVisibleAreNotFound) {
    patch("/objects/" + author_, {{"status", "draft"}});
    EXPECT_EQ(refusalOf(references()), missing("object", author_));
    EXPECT_EQ(references("?status=any").status, 200);
    EXPECT_EQ(refusalOf(get("/objects/0123456789abcdef01234567/references")),
              missing("object", "0123456789abcdef01234567"));
    EXPECT_EQ(refusalOf(references("?status=any&limit=0")),
              "400: limit must be a whole number from 1 to 1000, not '0'");
}

}  // namespace
}  // namespace inkwell::test
