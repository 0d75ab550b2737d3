#include "tests/removal/removal_fixture.h"

namespace inkwell::test {
namespace {

class WithoutPreviews : public RemovalTest {};

TEST_F(WithoutPreviews, NobodyElseNotices) {
    startWithout({"previews"});
    EXPECT_EQ(post("/object-types", {{"title", "Posts"}, {"preview_link", "https://example.com/{id}"}}).status, 200);
    const Reply made = post("/objects", {{"type", "posts"}, {"title", "A"}});
    const std::string id(textOf(made.object("object"), "id"));
    expectOff(post("/objects/" + id + "/preview-tokens", JsonObject{}), "previews");
    expectOff(get("/previews/token"), "previews");
    EXPECT_EQ(get("/object-types/posts").object("object_type").at("preview_link"), "https://example.com/{id}");
}

}  // namespace
}  // namespace inkwell::test
