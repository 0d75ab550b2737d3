// Trying a webhook out (interface/webhooks.md, "Trying it out").
#include <chrono>
#include <thread>

#include "tests/api/webhooks_fixture.h"

namespace inkwell::test {
namespace {

class WebhookTestDelivery : public WebhooksTest {
protected:
    Reply test(const std::string& id) { return send("POST", "/" + id + "/test"); }
};
INKWELL_ON_BOTH_ENGINES(WebhookTestDelivery);

TEST_P(WebhookTestDelivery, IsSignedAndShowsWhatTheReceiverSaid) {
    HttpReceiver receiver({.status = 204});
    const JsonObject webhook = hook(receiver.url(), {"object.created.published"}, {{"enabled", false}});
    const Reply reply = test(idOf(webhook));
    ASSERT_EQ(reply.status, 200) << reply.body;
    const JsonObject shown = reply.object("test");
    EXPECT_EQ(shown.at("status"), 204);
    EXPECT_EQ(shown.at("delivered"), true);
    EXPECT_TRUE(shown.at("error").is_null());
    ASSERT_EQ(receiver.requests().size(), 1u);
    const auto received = receiver.requests().at(0);
    EXPECT_EQ(received.header("x-inkwell-event"), "webhook.test");
    EXPECT_EQ(Json(received.header("webhook-id")), shown.at("id"));
    EXPECT_TRUE(received.header("webhook-signature").starts_with("v1,"));
    const Json body = parseStoredJson(received.body);
    EXPECT_EQ(body.at("type"), "webhook.test");
    EXPECT_EQ(body.at("data").at("id"), webhook.at("id"));
    EXPECT_TRUE(deliveries(idOf(webhook)).empty()) << "the log is that of events";
}

TEST_P(WebhookTestDelivery, ThatFailsChangesNothing) {
    HttpReceiver receiver({.status = 410});
    const std::string id = idOf(hook(receiver.url(), {"object.created.published"}));
    const JsonObject shown = test(id).object("test");
    EXPECT_EQ(shown.at("status"), 410);
    EXPECT_EQ(shown.at("delivered"), false);
    EXPECT_EQ(send("GET", "/" + id).object("webhook").at("enabled"), true);
    EXPECT_EQ(receiver.requests().size(), 1u) << "it is not repeated";
}

TEST_P(WebhookTestDelivery, WaitsForOneReceiverOfABucketAtATime) {
    HttpReceiver silent({.status = 200, .delay = std::chrono::milliseconds(2000)});
    const std::string id = idOf(hook(silent.url(), {"object.created.published"}));
    std::thread first([&] { EXPECT_EQ(test(id).status, 200); });
    EXPECT_TRUE(silent.waitFor(1));
    const Reply second = test(id);
    first.join();
    EXPECT_EQ(refusalOf(second), "503: another test of a webhook of bucket '" + bucket().slug +
                                     "' is waiting for its receiver; try again");
    EXPECT_EQ(test(id).status, 200);
}

TEST_P(WebhookTestDelivery, IsSignedWithBothSecretsAfterARotation) {
    HttpReceiver receiver;
    const std::string id = idOf(hook(receiver.url(), {"object.created.published"}));
    EXPECT_EQ(send("POST", "/" + id + "/rotate-secret").status, 200);
    EXPECT_EQ(test(id).status, 200);
    const std::string both = receiver.requests().at(0).header("webhook-signature");
    EXPECT_NE(both.find(" v1,"), std::string::npos) << both;
}

TEST_P(WebhookTestDelivery, IsGivenUpWhenThePluginIsSwitchedOff) {
    TestServerOptions options;
    options.pluginSettings["webhooks"]["allowed_hosts"] = {"127.0.0.1"};
    TestServer server(GetParam(), options);
    const TestServer::Bucket bucket = server.makeBucket();
    const TestServer::User admin = server.makeUser(bucket, "admin");
    const std::string hooks = "/v2/buckets/" + bucket.slug + "/webhooks";
    HttpReceiver silent({.never = true});
    const JsonObject webhook = made(
        server.send("POST", hooks, admin.token, {{"endpoint", silent.url()}, {"event", "media.created"}}), "webhook");
    std::thread waiting([&] {
        EXPECT_EQ(refusalOf(server.send("POST", hooks + "/" + idOf(webhook) + "/test", admin.token, nullptr)),
                  "503: the test was given up, because this server or its webhooks are being switched off");
    });
    EXPECT_TRUE(silent.waitFor(1));
    EXPECT_EQ(server.server().disablePlugin("webhooks").warning, "");
    waiting.join();
    server.server().enablePlugin("webhooks");
    silent.answerWith({});
    EXPECT_EQ(server.send("POST", hooks + "/" + idOf(webhook) + "/test", admin.token, nullptr).status, 200);
}

TEST_P(WebhookTestDelivery, RefusesWhatIsNotThereAndABody) {
    EXPECT_EQ(refusalOf(test("0123456789abcdef01234567")), missing("webhook", "0123456789abcdef01234567"));
    HttpReceiver receiver({.status = 200});
    const std::string id = idOf(hook(receiver.url(), {"object.created.published"}));
    const Reply reply = send("POST", "/" + id + "/test", JsonObject{{"event", "object.deleted"}});
    EXPECT_EQ(reply.status, 400);
    EXPECT_NE(reply.body.find("event"), std::string::npos) << reply.body;
    EXPECT_TRUE(receiver.requests().empty());
}

}  // namespace
}  // namespace inkwell::test
