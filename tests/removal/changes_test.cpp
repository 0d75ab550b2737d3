#include "tests/removal/removal_fixture.h"

namespace inkwell::test {
namespace {

class WithoutChanges : public RemovalTest {};

TEST_F(WithoutChanges, NobodyElseNotices) {
    startWithout({"changes"});
    expectOff(get("/changes"), "changes");
    expectOff(get("/audit"), "changes");
    EXPECT_EQ(post("/object-types", {{"title", "Posts"}}).status, 200);
    const Reply created = post("/objects", {{"type", "posts"}, {"title", "Live"}});
    EXPECT_EQ(created.status, 200) << created.body;
    EXPECT_EQ(get("/objects").json().at("total"), 1);
}

TEST_F(WithoutChanges, WhatHappenedMeanwhileIsToldLater) {
    startWithout({"changes"});
    EXPECT_EQ(post("/object-types", {{"title", "Posts"}}).status, 200);
    api().server().enablePlugin("changes");
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    const Reply audit = api().get(path("/audit?kind=object_type"), {bearer(admin.token)});
    EXPECT_EQ(audit.json().at("total"), 1) << audit.body;
}

}  // namespace
}  // namespace inkwell::test
