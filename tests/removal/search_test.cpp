#include "tests/removal/removal_fixture.h"
#include "tests/support/eventually.h"

namespace inkwell::test {
namespace {

class WithoutSearch : public RemovalTest {
protected:
    static std::string idOf(const Reply& reply) { return reply.json().at("object").at("id").as_string().c_str(); }
    std::int64_t totalOf(const std::string& words) { return get("/search?q=" + words).json().at("total").as_int64(); }
};

TEST_F(WithoutSearch, NobodyElseNotices) {
    startWithout({"search"});
    expectOff(get("/search?q=winter"), "search");
    EXPECT_EQ(post("/object-types", {{"title", "Posts"}}).status, 200);
    EXPECT_EQ(post("/objects", {{"type", "posts"}, {"title", "Winter"}}).status, 200);
}

TEST_F(WithoutSearch, WhatWasThereBeforeIsFoundAfterwards) {
    startWithout({"search"});
    EXPECT_EQ(post("/object-types", {{"title", "Posts"}}).status, 200);
    EXPECT_EQ(post("/objects", {{"type", "posts"}, {"title", "Winter"}}).status, 200);
    api().server().enablePlugin("search");
    const auto isComplete = [&] { return get("/search?q=winter").json().at("complete") == true; };
    ASSERT_TRUE(eventually(isComplete));
    EXPECT_EQ(get("/search?q=winter").json().at("total"), 1);
}

TEST_F(WithoutSearch, WhatChangedMeanwhileIsFoundAfterwards) {
    startWithout({});
    EXPECT_EQ(post("/object-types", {{"title", "Posts"}}).status, 200);
    const std::string edited = idOf(post("/objects", {{"type", "posts"}, {"title", "Winter"}}));
    const std::string deleted = idOf(post("/objects", {{"type", "posts"}, {"title", "Autumn"}}));
    EXPECT_EQ(totalOf("autumn"), 1);
    api().server().disablePlugin("search");
    EXPECT_EQ(patch("/objects/" + edited, {{"title", "Spring"}, {"slug", "spring"}}).status, 200);
    EXPECT_EQ(api().send("DELETE", path("/objects/" + deleted), bucket().writeKey, JsonObject()).status, 200);
    api().server().enablePlugin("search");
    EXPECT_TRUE(eventually([&] { return totalOf("spring") == 1 && totalOf("autumn") == 0; }));
    EXPECT_EQ(totalOf("winter"), 0);
}

}  // namespace
}  // namespace inkwell::test
