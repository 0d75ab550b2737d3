#include "tests/removal/removal_fixture.h"

namespace inkwell::test {
namespace {

class WithoutWebhooks : public RemovalTest {};

TEST_F(WithoutWebhooks, TriggersAreAcceptedWithoutEffect) {
    startWithout({"webhooks"});
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    expectOff(api().send("GET", path("/webhooks"), admin.token, nullptr), "webhooks");
    expectOff(api().send("POST", path("/webhooks"), admin.token, JsonObject()), "webhooks");
    EXPECT_EQ(post("/object-types", {{"title", "Posts"}}).status, 200);
    const Reply made = post("/objects", {{"type", "posts"}, {"title", "A"}, {"trigger_webhook", true}});
    ASSERT_EQ(made.status, 200) << made.body;
    const std::string object = "/objects/" + std::string(textOf(made.object("object"), "id"));
    EXPECT_EQ(patch(object, {{"title", "B"}, {"trigger_webhook", true}}).status, 200);
    EXPECT_EQ(post(object + "/revisions", {{"title", "C"}, {"trigger_webhook", true}}).status, 200);
    EXPECT_EQ(api().send("DELETE", path(object + "?trigger_webhook=true"), bucket().writeKey, nullptr).status, 200);
}

class WebhooksWithout : public RemovalTest {};

TEST_F(WebhooksWithout, BucketsTheServerRefusesToStart) {
    EXPECT_NE(refusalWithout({"buckets"}).find("'webhooks'"), std::string::npos);
}

TEST_F(WebhooksWithout, ObjectsTheirTypesCannotBeChosen) {
    startWithout({"objects", "metafields", "merge_requests", "previews", "revisions"});
    const TestServer::User admin = api().makeUser(bucket(), "admin");
    const JsonObject body{{"endpoint", "http://127.0.0.1/"}, {"event", "media.created"}, {"object_types", {"posts"}}};
    const Reply refused = api().send("POST", path("/webhooks"), admin.token, body);
    EXPECT_EQ(refused.status, 400);
    EXPECT_NE(refused.body.find("cannot be given while the plugin of object types is disabled"), std::string::npos)
        << refused.body;
    EXPECT_EQ(api().send("GET", path("/webhooks"), admin.token, nullptr).status, 200);
}

TEST_F(WebhooksWithout, UsersNobodyMayRegister) {
    startWithout({"users"});
    EXPECT_EQ(api().send("GET", path("/webhooks"), "token", nullptr).status, 503);
}

}  // namespace
}  // namespace inkwell::test
