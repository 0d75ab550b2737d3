#include "tests/removal/removal_fixture.h"
#include "tests/support/eventually.h"

namespace inkwell::test {
namespace {

class WithoutSearch : public RemovalTest {};

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

}  // namespace
}  // namespace inkwell::test
