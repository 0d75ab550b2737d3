// Who is where (interface/changes-and-audit.md, "Who is here").
#include "tests/api/event_stream.h"
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class PresenceApi : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        makeType("posts");
        object_ = makeId("posts", "Post");
        ann_ = api().makeUser(bucket(), "editor");
        ben_ = api().makeUser(bucket(), "editor");
    }
    Reply say(const TestServer::User& user, const std::string& field) {
        return api().send("POST", path("/presence"), user.token, JsonObject{{"object", object_}, {"field", field}});
    }
    JsonArray shown(const std::string& more = "") {
        return api().get(path("/presence" + more), {bearer(ann_.token)}).array("presence");
    }

    std::string object_;
    TestServer::User ann_, ben_;
};
INKWELL_ON_BOTH_ENGINES(PresenceApi);

TEST_P(PresenceApi, IsSeenInTheListAndOverTheStream) {
    EventStream stream(api().port(), path("/changes?status=any"), {bearer(ben_.token)});
    ASSERT_EQ(stream.nextText(), "ready");
    const std::int64_t before = api().lastChange();
    const Reply said = say(ann_, "metadata.headline");
    ASSERT_EQ(said.status, 200) << said.body;
    const auto came = stream.next();
    ASSERT_TRUE(came);
    EXPECT_EQ(came->name, "presence");
    EXPECT_EQ(came->data.at("object"), Json(object_));
    EXPECT_EQ(came->data.at("user"),
              (Json{{"id", ann_.id}, {"first_name", "First"}, {"last_name", "Last"}, {"avatar_url", nullptr}}));
    EXPECT_EQ(came->data.at("field"), "metadata.headline");
    EXPECT_EQ(came->data.at("here"), true);
    EXPECT_EQ(shown(), JsonArray{said.object("place")});
    EXPECT_EQ(shown("?object=" + object_).size(), 1u);
    EXPECT_TRUE(shown("?object=0123456789abcdef01234567").empty());
    ASSERT_EQ(api().send("DELETE", path("/presence?object=" + object_), ann_.token, nullptr).status, 200);
    const auto left = stream.next();
    ASSERT_TRUE(left);
    EXPECT_EQ(left->data.at("here"), false);
    EXPECT_TRUE(shown().empty());
    EXPECT_EQ(api().lastChange(), before) << "no change of anything";
}

TEST_P(PresenceApi, LocksNothing) {
    ASSERT_EQ(say(ann_, "title").status, 200);
    ASSERT_EQ(say(ben_, "title").status, 200);
    EXPECT_EQ(shown().size(), 2u);
    EXPECT_EQ(api().send("PATCH", path("/objects/" + object_), ben_.token, JsonObject{{"title", "Ben's"}}).status, 200);
}

TEST_P(PresenceApi, IsForMembersAndExistingObjects) {
    EXPECT_EQ(refusalOf(api().send("POST", path("/presence"), bucket().writeKey, JsonObject{{"object", object_}})),
              kNoUser);
    EXPECT_EQ(refusalOf(api().get(path("/presence"))), kNoToken);
    ASSERT_EQ(del("/objects/" + object_).status, 200);
    EXPECT_EQ(refusalOf(say(ann_, "title")), missing("object", object_));
    EXPECT_EQ(refusalOf(api().send("POST", path("/presence"), ann_.token, JsonObject{{"field", "title"}})),
              "400: nobody was told where you are: object: is required");
}

/// Two servers of one database.
class PresenceElsewhere : public testing::TestWithParam<Engine> {};
INKWELL_ON_BOTH_ENGINES(PresenceElsewhere);

TEST_P(PresenceElsewhere, IsToldByTheOtherServerToo) {
    if (GetParam() == Engine::Sqlite) GTEST_SKIP() << "its database is for one server";
    TestServer one(GetParam());
    TestServerOptions options;
    options.database = one.database();
    TestServer two(GetParam(), options);
    const TestServer::Bucket bucket = one.makeBucket();
    const std::string url = "/v2/buckets/" + bucket.slug;
    ASSERT_EQ(one.send("POST", url + "/object-types", bucket.writeKey, JsonObject{{"title", "Posts"}}).status, 200);
    const Reply made =
        one.send("POST", url + "/objects", bucket.writeKey, JsonObject{{"type", "posts"}, {"title", "Post"}});
    const TestServer::User ann = one.makeUser(bucket, "editor");
    EventStream stream(two.port(), url + "/changes?status=any", {bearer(ann.token)});
    ASSERT_EQ(stream.nextText(), "ready");
    ASSERT_EQ(
        one.send("POST", url + "/presence", ann.token, JsonObject{{"object", made.object("object").at("id")}}).status,
        200);
    auto event = stream.next();
    while (event && event->name != "presence") event = stream.next();
    ASSERT_TRUE(event);
    EXPECT_EQ(event->data.at("user").at("id"), Json(ann.id));
    EXPECT_EQ(event->data.at("user").at("first_name"), "First");
    EXPECT_TRUE(event->data.at("field").is_null());
}

}  // namespace
}  // namespace inkwell::test
