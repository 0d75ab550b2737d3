#include "tests/removal/removal_fixture.h"

namespace inkwell::test {
namespace {

class WithoutViews : public RemovalTest {
protected:
    Reply save(const TestServer::User& user) {
        return api().send("POST", path("/views"), user.token, JsonObject{{"title", "Drafts"}, {"type", "posts"}});
    }
};

TEST_F(WithoutViews, NobodyElseNotices) {
    startWithout({"views"});
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    expectOff(save(editor), "views");
    EXPECT_EQ(post("/object-types", {{"title", "Posts"}}).status, 200);
    EXPECT_EQ(patch("/object-types/posts", {{"slug", "articles"}}).status, 200) << "views follow a type's slug";
    EXPECT_EQ(post("/objects", {{"type", "articles"}, {"title", "Live"}}).status, 200);
}

TEST_F(WithoutViews, ViewsAreThereAgainAfterwards) {
    startWithout({});
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    ASSERT_EQ(post("/object-types", {{"title", "Posts"}}).status, 200);
    ASSERT_EQ(save(editor).status, 200);
    api().server().disablePlugin("views");
    expectOff(save(editor), "views");
    api().server().enablePlugin("views");
    EXPECT_EQ(api().get(path("/views"), {bearer(editor.token)}).json().at("total"), 1);
}

TEST_F(WithoutViews, AViewIsSavedWithoutObjectsToo) {
    startWithout({"objects", "metafields", "merge_requests", "previews", "revisions"});
    const TestServer::User editor = api().makeUser(bucket(), "editor");
    EXPECT_EQ(save(editor).status, 200);
}

}  // namespace
}  // namespace inkwell::test
