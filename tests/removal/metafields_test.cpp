#include "tests/removal/removal_fixture.h"

namespace inkwell::test {
namespace {

class WithoutMetafields : public RemovalTest {};

TEST_F(WithoutMetafields, ObjectsAreOtherwiseFull) {
    startWithout({"metafields"});
    EXPECT_EQ(post("/object-types", {{"title", "Posts"}}).status, 200);
    const Reply created = post("/objects", {{"type", "posts"}, {"title", "A"}});
    ASSERT_EQ(created.status, 200) << created.body;
    EXPECT_EQ(created.object("object").at("metadata"), JsonObject());
    const std::string id(textOf(created.object("object"), "id"));
    EXPECT_EQ(patch("/objects/" + id, {{"title", "B"}}).status, 200);
    EXPECT_EQ(get("/objects/" + id).object("object").at("title"), "B");

    const Reply refused =
        post("/objects", {{"type", "posts"}, {"title", "C"}, {"metafields", {field("text", "k", "v")}}});
    EXPECT_EQ(refused.status, 400);
    EXPECT_NE(refused.body.find("'metafields'"), std::string::npos) << refused.body;
    expectOff(get("/objects/" + id + "/metafields"), "metafields");
    EXPECT_EQ(get("/objects").json().at("total"), 1);
}

TEST_F(WithoutMetafields, StoredMetafieldsAreUntouched) {
    startWithout({});
    EXPECT_EQ(post("/object-types", {{"title", "Posts"}}).status, 200);
    const Reply created =
        post("/objects", {{"type", "posts"}, {"title", "A"}, {"metafields", {field("text", "k", "kept")}}});
    ASSERT_EQ(created.status, 200) << created.body;
    const std::string id(textOf(created.object("object"), "id"));
    api().server().disablePlugin("metafields");
    EXPECT_EQ(patch("/objects/" + id, {{"title", "B"}}).status, 200);
    EXPECT_EQ(get("/objects/" + id).object("object").at("metadata"), JsonObject());
    api().server().enablePlugin("metafields");
    EXPECT_EQ(get("/objects/" + id).object("object").at("metadata").at("k"), "kept");
}

}  // namespace
}  // namespace inkwell::test
