#include "tests/removal/removal_fixture.h"

namespace inkwell::test {
namespace {

class WithoutPresence : public RemovalTest {
protected:
    std::string makeObject() {
        EXPECT_EQ(post("/object-types", {{"title", "Posts"}}).status, 200);
        return std::string(textOf(post("/objects", {{"type", "posts"}, {"title", "Live"}}).object("object"), "id"));
    }
};

TEST_F(WithoutPresence, NobodyElseNotices) {
    startWithout({"presence"});
    const std::string id = makeObject();
    expectOff(get("/presence"), "presence");
    EXPECT_EQ(patch("/objects/" + id, {{"title", "B"}}).status, 200);
    EXPECT_EQ(get("/objects/" + id).object("object").at("title"), "B");
}

}  // namespace
}  // namespace inkwell::test
