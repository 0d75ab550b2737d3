// interface/resources.md, "All types at once": the object types of a bucket as files.
#include "inkwell/text.h"
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class Schema : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        makeType("posts", {field("text", "lead", "")});
        files_ = get("/schema").json().at("files").as_object();
    }
    Reply apply(const JsonObject& more = {}) {
        JsonObject body{{"files", files_}};
        for (const auto& member : more) body[member.key()] = member.value();
        return post("/schema", body);
    }
    JsonObject& type(const std::string& slug) { return files_.at(slug + ".json").as_object(); }

    JsonObject files_;
};
INKWELL_ON_BOTH_ENGINES(Schema);

std::vector<std::string> textsOf(const Reply& reply) {
    std::vector<std::string> texts;
    const JsonObject answer = reply.json();
    for (const Json& step : answer.at("steps").as_array()) {
        texts.push_back((step.at("destructive").as_bool() ? "! " : "") + std::string(textOf(step.as_object(), "text")));
    }
    return texts;
}

TEST_P(Schema, IsReadAndWhatIsReadChangesNothing) {
    EXPECT_EQ(type("posts").at("title"), Json("posts"));
    EXPECT_EQ(textsOf(apply()), std::vector<std::string>{});
}

TEST_P(Schema, MayKeepARelationToATypeThatWasDeleted) {
    makeType("authors");
    const JsonObject related = field("object", "author", "", {{"object_type", "authors"}});
    makeType("books", {field("text", "lead", ""), related});
    EXPECT_EQ(del("/object-types/authors").status, 200);
    files_ = get("/schema").json().at("files").as_object();
    EXPECT_EQ(textsOf(apply()), std::vector<std::string>{});
    const Json shown = get("/object-types/books").json().at("object_type").at("metafields");
    EXPECT_EQ(patch("/object-types/books", JsonObject{{"metafields", shown}}).status, 200);
    type("books")["title"] = "Old books";
    EXPECT_EQ(apply().status, 200);
    type("posts")["metafields"].as_array().push_back(related);
    EXPECT_EQ(refusalOf(apply()).find("400: the files cannot be applied: posts.json: metafields[1].object_type: "), 0U)
        << "a new one is refused: " << refusalOf(apply());
}

TEST_P(Schema, IsPlannedThenApplied) {
    const JsonObject object = makeObject("posts", "One", {{"metadata", {{"lead", "Words"}}}});
    type("posts")["metafields"].as_array().at(0).as_object()["key"] = "headline";
    files_["pages.json"] = JsonObject{{"slug", "pages"}, {"title", "Pages"}, {"metafields", JsonArray()}};

    const Reply plan = apply({{"dry_run", true}});
    ASSERT_EQ(plan.status, 200) << plan.body;
    EXPECT_EQ(plan.json().at("dry_run"), Json(true));
    EXPECT_EQ(textsOf(plan).size(), 2U) << plan.body;
    EXPECT_EQ(get("/object-types").json().at("object_types").as_array().size(), 1U) << "a trial stores nothing";

    const Reply applied = apply();
    ASSERT_EQ(applied.status, 200) << applied.body;
    EXPECT_EQ(textsOf(applied), textsOf(plan));
    EXPECT_EQ(get("/object-types").json().at("object_types").as_array().size(), 2U);
    const Reply read = get("/objects/" + std::string(textOf(object, "id")));
    EXPECT_EQ(made(read, "object").at("metadata"), (Json{{"headline", "Words"}})) << "objects follow a renamed field";
    EXPECT_EQ(textsOf(apply()), std::vector<std::string>{}) << "a second time changes nothing";
}

TEST_P(Schema, DestroysOnlyWhereThatIsAllowed) {
    makeType("pages", {});
    const Reply refused = apply();
    EXPECT_EQ(refused.status, 409);
    EXPECT_NE(refused.body.find("1 step is destructive: allow_destructive carries them out"), std::string::npos)
        << refused.body;
    EXPECT_EQ(get("/object-types/pages").status, 200);
    const Reply plan = apply({{"dry_run", true}});
    EXPECT_EQ(textsOf(plan), std::vector<std::string>{"! delete the type 'pages'; it has no objects"});
    EXPECT_EQ(apply({{"allow_destructive", true}}).status, 200);
    EXPECT_EQ(get("/object-types/pages").status, 404);
}

TEST_P(Schema, RefusesWhatIsNoFolderOfTypesAndNamesThePlace) {
    const auto problemsOf = [&](const Json& body) { return post("/schema", body).problems(); };
    const std::string required =
        R"(files: is required: an object of object types by their names, {"posts.json": {...}})";
    EXPECT_EQ(problemsOf(JsonObject()), std::vector<std::string>{required});
    EXPECT_EQ(problemsOf({{"files", JsonArray{1}}}), std::vector<std::string>{required});
    EXPECT_EQ(problemsOf({{"files", JsonObject()}}),
              std::vector<std::string>{"files: is empty: that would delete every object type"});
    EXPECT_EQ(problemsOf({{"files", {{"a.json", {{"slug", "b"}, {"title", "B"}, {"metafields", JsonArray()}}}}}}),
              std::vector<std::string>{"a.json: slug: is 'b': name the file b.json"});
    JsonObject many;
    for (int i = 0; i < 1001; ++i) many["x" + std::to_string(i) + ".json"] = JsonObject();
    EXPECT_EQ(problemsOf({{"files", many}}), std::vector<std::string>{"files: has more than 1000 entries"});
    const std::vector<std::string> unknown = problemsOf({{"files", files_}, {"colour", 1}});
    ASSERT_EQ(unknown.size(), 1U);
    EXPECT_TRUE(unknown[0].starts_with("colour: ")) << unknown[0];
    EXPECT_EQ(textsOf(apply()), std::vector<std::string>{}) << "nothing was stored";
}

}  // namespace
}  // namespace inkwell::test
