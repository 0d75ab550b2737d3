#include "tests/removal/removal_fixture.h"

namespace inkwell::test {
namespace {

class WithoutRevisions : public RemovalTest {
protected:
    std::string makeObject() {
        EXPECT_EQ(post("/object-types", {{"title", "Posts"}}).status, 200);
        return std::string(textOf(post("/objects", {{"type", "posts"}, {"title", "Live"}}).object("object"), "id"));
    }
};

TEST_F(WithoutRevisions, NobodyElseNotices) {
    startWithout({"revisions"});
    const std::string id = makeObject();
    expectOff(get("/objects/" + id + "/revisions"), "revisions");
    expectOff(post("/objects/" + id + "/revisions", {{"title", "A"}}), "revisions");
    EXPECT_EQ(patch("/objects/" + id, {{"title", "B"}}).status, 200);
    EXPECT_EQ(get("/objects/" + id + "?status=any").object("object").at("title"), "B");
}

TEST_F(WithoutRevisions, WhatWasPreparedStays) {
    startWithout({});
    const std::string id = makeObject();
    EXPECT_EQ(post("/objects/" + id + "/revisions", {{"title", "Secret"}, {"status", "draft"}}).status, 200);
    api().server().disablePlugin("revisions");
    EXPECT_EQ(get("/objects/" + id).object("object").at("title"), "Live");
    EXPECT_EQ(get("/objects/" + id + "?status=any").object("object").at("title"), "Secret");
    api().server().enablePlugin("revisions");
    EXPECT_EQ(get("/objects/" + id + "/revisions?status=any").json().at("total"), 1);
}

}  // namespace
}  // namespace inkwell::test
