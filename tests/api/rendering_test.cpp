// interface/reads-and-queries.md, "Related objects": related objects in metadata, the recursion guard, depth,
// visibility.
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class Rendering : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        makeType("nodes");
    }
    std::string node(const std::string& title, const JsonArray& metafields = {},
                     const std::string& status = "published") {
        return makeId("nodes", title, {{"metafields", metafields}, {"status", status}});
    }
    JsonObject to(const std::string& key, const std::string& id) {
        return field("object", key, id, {{"object_type", "nodes"}});
    }
    JsonObject toMany(const std::string& key, const std::string& ids) {
        return field("objects", key, ids, {{"object_type", "nodes"}});
    }
    JsonObject metadataOf(const std::string& id, const std::string& query = "") {
        return made(get("/objects/" + id + (query.empty() ? "" : "?" + query)), "object").at("metadata").as_object();
    }
};
INKWELL_ON_BOTH_ENGINES(Rendering);

TEST_P(Rendering, RelationsNestThreeLevelsDeepWithWholeRecords) {
    const std::string city = node("City", {field("text", "country", "Norway")});
    const std::string author = node("Author", {to("city", city)});
    const std::string post = node("Post", {to("author", author)});
    const JsonObject metadata = metadataOf(post);
    EXPECT_EQ(metadata.at("author").at("title"), "Author");
    EXPECT_EQ(metadata.at("author").at("status"), "published");
    EXPECT_EQ(metadata.at("author").at("metadata").at("city").at("metadata").at("country"), "Norway");
    EXPECT_FALSE(metadata.at("author").as_object().contains("metafields"));
}

TEST_P(Rendering, ObjectsKeepTheGivenOrder) {
    const std::string a = node("A");
    const std::string b = node("B");
    const std::string c = node("C");
    const JsonArray many = metadataOf(node("List", {toMany("many", c + "," + a + "," + b)})).at("many").as_array();
    ASSERT_EQ(many.size(), 3U);
    EXPECT_EQ(many.at(0).at("title"), "C");
    EXPECT_EQ(many.at(1).at("title"), "A");
    EXPECT_EQ(many.at(2).at("title"), "B");
}

TEST_P(Rendering, ACycleEndsInAnId) {
    const std::string a = node("A");
    const std::string b = node("B", {to("next", a)});
    EXPECT_EQ(patch("/objects/" + a, {{"metafields", {to("next", b), to("self", a)}}}).status, 200);
    const JsonObject metadata = metadataOf(a);
    EXPECT_EQ(metadata.at("next").at("title"), "B");
    EXPECT_EQ(metadata.at("next").at("metadata").at("next"), Json(a));
    EXPECT_EQ(metadata.at("self"), Json(a));
}

TEST_P(Rendering, DepthLeavesIds) {
    const std::string c = node("C");
    const std::string b = node("B", {to("next", c)});
    const std::string a = node("A", {to("next", b), toMany("all", b + "," + c)});
    const JsonObject none = metadataOf(a, "depth=0");
    EXPECT_EQ(none.at("next"), Json(b));
    EXPECT_EQ(none.at("all"), Json({b, c}));
    const JsonObject one = metadataOf(a, "depth=1");
    EXPECT_EQ(one.at("next").at("title"), "B");
    EXPECT_EQ(one.at("next").at("metadata").at("next"), Json(c));
    EXPECT_EQ(refusalOf(get("/objects/" + a + "?depth=-1")),
              "400: depth must be a whole number from 0 to 1000, not '-1'");
    EXPECT_EQ(refusalOf(get("/objects/" + a + "?depth=x")),
              "400: depth must be a whole number from 0 to 1000, not 'x'");
}

TEST_P(Rendering, DraftAndDeletedRelationsAreLeftOut) {
    const std::string gone = node("Gone");
    const std::string draft = node("Draft", {}, "draft");
    const std::string shown = node("Shown");
    const std::string all = gone + "," + draft + "," + shown;
    const std::string root = node("Root", {to("gone", gone), to("draft", draft), toMany("all", all)});
    EXPECT_EQ(del("/objects/" + gone).status, 200);

    const JsonObject metadata = metadataOf(root);
    EXPECT_TRUE(metadata.at("gone").is_null());
    EXPECT_TRUE(metadata.at("draft").is_null());
    EXPECT_EQ(metadata.at("all").as_array().size(), 1U);
    EXPECT_EQ(get("/objects/" + root).body.find("Draft"), std::string::npos);

    const JsonObject any = metadataOf(root, "status=any");
    EXPECT_EQ(any.at("draft").at("title"), "Draft");
    EXPECT_EQ(any.at("all").as_array().size(), 2U);
}

TEST_P(Rendering, AFiftyLevelChainIsWhole) {
    std::string next = node("end");
    for (int i = 0; i < 50; ++i) next = node("n" + std::to_string(i), {to("next", next)});
    const Reply reply = get("/objects/" + next);
    ASSERT_EQ(reply.status, 200);
    EXPECT_NE(reply.body.find("\"title\":\"end\""), std::string::npos);
}

TEST_P(Rendering, TenInterlinkedObjectsAreRefusedInBoundedTime) {
    std::vector<std::string> ids;
    for (int i = 0; i < 10; ++i) ids.push_back(node("n" + std::to_string(i)));
    std::string all = ids[0];
    for (std::size_t i = 1; i < ids.size(); ++i) all += "," + ids[i];
    for (const std::string& id : ids) {
        // The answer would unfold as well: the write succeeds all the same, and shows ids.
        ASSERT_EQ(patch("/objects/" + id, {{"metafields", {toMany("all", all)}}}).status, 200);
    }
    const Reply reply = get("/objects?status=any");
    EXPECT_EQ(reply.status, 400);
    for (const char* word : {"props", "depth", "limit"})
        EXPECT_NE(reply.message().find(word), std::string::npos) << word;
    EXPECT_EQ(get("/objects?depth=1").status, 200);
}

TEST_P(Rendering, MetafieldReadsCarryTheRelatedRecords) {
    const std::string b = node("B");
    const std::string a = node("A", {to("one", b), toMany("many", b)});
    const JsonArray metafields = get("/objects/" + a + "/metafields").array("metafields");
    EXPECT_EQ(metafields.at(0).at("value"), Json(b));
    EXPECT_EQ(metafields.at(0).at("object").at("title"), "B");
    EXPECT_EQ(metafields.at(1).at("objects").at(0).at("title"), "B");
}

TEST_P(Rendering, AListOfManyWithRelationsCostsOneStatementPerLevel) {
    const std::string city = node("City");
    std::string all;
    for (int i = 0; i < 20; ++i) {
        const std::string author = node("Author", {to("city", city)});
        node("Post", {to("author", author)});
    }
    const auto statementsOf = [&](int limit) {
        const std::string url = "/objects?use_cache=false&sort=-created_at&limit=" + std::to_string(limit);
        return api().statementsOf([&] { EXPECT_EQ(get(url).status, 200); });
    };
    const std::int64_t few = statementsOf(2);
    EXPECT_EQ(statementsOf(40), few);
    EXPECT_GT(few, 0);
    EXPECT_LE(few, 6);
}

}  // namespace
}  // namespace inkwell::test
