#include "tests/removal/removal_fixture.h"

namespace inkwell::test {
namespace {

class WithoutMergeRequests : public RemovalTest {};

TEST_F(WithoutMergeRequests, NobodyNotices) {
    startWithout({"merge_requests"});
    expectOff(get("/merge-requests"), "merge_requests");
    EXPECT_EQ(post("/object-types", {{"title", "Posts"}}).status, 200);
    EXPECT_EQ(post("/objects", {{"type", "posts"}, {"title", "A"}}).status, 200);
    EXPECT_EQ(get("/objects").json().at("total"), 1);
    EXPECT_EQ(get("/media").status, 200);
}

class MergeRequestsWithout : public RemovalTest {
protected:
    /// A merge of one object into the fixture's bucket, when `off` has been switched off.
    Reply completeWithout(const std::string& off, const JsonArray& metafields) {
        startWithout({});
        const TestServer::User admin = api().makeUser(bucket(), "admin");
        const TestServer::Bucket source = api().makeBucket();
        api().server().plugins().find<Identity>()->addAdmin(admin.id, source.id);
        const std::string there = "/v2/buckets/" + source.slug;
        EXPECT_EQ(api().send("POST", there + "/object-types", source.writeKey, {{"title", "Posts"}}).status, 200);
        const JsonObject body{{"type", "posts"}, {"title", "A"}, {"metafields", metafields}};
        const Reply made = api().send("POST", there + "/objects", source.writeKey, body);
        const JsonObject input{
            {"title", "T"}, {"source_bucket", source.slug}, {"objects", {made.object("object").at("id")}}};
        const Reply opened = api().send("POST", path("/merge-requests"), admin.token, input);
        const std::string id(textOf(opened.object("merge_request"), "id"));
        api().server().disablePlugin(off);
        return api().send("POST", path("/merge-requests/" + id + "/complete"), admin.token, nullptr);
    }
};

TEST_F(MergeRequestsWithout, MediaAMergeBringsTheNamesOfFiles) {
    const Reply done = completeWithout("media", {field("text", "note", "n")});
    EXPECT_EQ(done.status, 200) << done.body;
    EXPECT_EQ(get("/objects").json().at("total"), 1);
}

TEST_F(MergeRequestsWithout, MetafieldsOnlyObjectsWithNoneCanBeMerged) {
    const Reply refused = completeWithout("metafields", {field("text", "note", "n")});
    EXPECT_EQ(refused.status, 409);
    EXPECT_NE(refused.message().find("'metafields' is disabled"), std::string::npos) << refused.body;
    EXPECT_EQ(get("/objects").json().at("total"), 0);
    EXPECT_EQ(get("/object-types").array("object_types").size(), 0U);
}

TEST_F(MergeRequestsWithout, UsersNobodyMayMerge) {
    const Reply refused = completeWithout("users", {});
    EXPECT_EQ(refused.status, 503);
    const Reply list = get("/merge-requests");
    ASSERT_EQ(list.json().at("total"), 1);
    const std::string id(textOf(list.array("merge_requests").at(0).as_object(), "id"));
    const Reply shown = get("/merge-requests/" + id + "/objects");
    EXPECT_EQ(refusalOf(shown), "503: users are disabled, and with them what merge requests show");
}

}  // namespace
}  // namespace inkwell::test
