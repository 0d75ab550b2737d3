// What becomes of deliveries: interface/webhooks.md, "Retries"; plugins/webhooks/README.md, "Retries".
#include <algorithm>
#include <future>
#include <set>

#include "inkwell/text.h"
#include "tests/api/webhooks_fixture.h"
#include "tests/support/eventually.h"

namespace inkwell::test {
namespace {

const std::vector<std::string> kCreated = {"object.created.published"};
constexpr int kMaxTries = 10;

class WebhookDelivery : public WebhooksTest {
protected:
    static std::int64_t msBetween(const JsonObject& delivery, std::string_view from, std::string_view to) {
        return *parseIsoTime(textOf(delivery, to)) - *parseIsoTime(textOf(delivery, from));
    }
    static std::set<std::string> webhookIds(const HttpReceiver& receiver) {
        std::set<std::string> ids;
        for (const auto& one : receiver.requests()) ids.insert(one.header("webhook-id"));
        return ids;
    }
    /// A refusal of the first delivery, with the log's last attempt.
    JsonObject attemptAfter(const HttpReceiver::Answer& answer, JsonObject* delivery = nullptr) {
        HttpReceiver receiver(answer);
        const std::string id = idOf(hook(receiver.url(), kCreated));
        post("A");
        EXPECT_TRUE(waitForAttempts(id, 1));
        const JsonObject found = only(id);
        EXPECT_EQ(send("DELETE", "/" + id).status, 200);
        if (delivery != nullptr) *delivery = found;
        return found.at("attempts").at(0).as_object();
    }
};
INKWELL_ON_BOTH_ENGINES(WebhookDelivery);

TEST_P(WebhookDelivery, IsLoggedWithItsAttempt) {
    HttpReceiver receiver({.status = 204});
    const std::string id = idOf(hook(receiver.url(), kCreated));
    post("A");
    ASSERT_TRUE(waitForState(id, "delivered"));
    const JsonObject delivery = only(id);
    EXPECT_EQ(delivery.at("event"), Json(kCreated[0]));
    EXPECT_EQ(delivery.at("next_attempt_at"), Json());
    EXPECT_EQ(delivery.at("reason"), Json());
    EXPECT_TRUE(delivery.at("ended_at").is_string());
    ASSERT_EQ(delivery.at("attempts").as_array().size(), 1U);
    const JsonObject attempt = delivery.at("attempts").at(0).as_object();
    EXPECT_EQ(attempt.at("status"), 204);
    EXPECT_EQ(attempt.at("error"), Json());
    EXPECT_TRUE(attempt.at("duration_ms").is_int64());
    EXPECT_TRUE(parseIsoTime(textOf(attempt, "time")).has_value());
    EXPECT_TRUE(deliveries(id, "?state=failed").empty());
    post("B");
    ASSERT_TRUE(waitForState(id, "delivered", 2));
    EXPECT_EQ(deliveries(id, "?limit=1&skip=1").at(0).at("id"), delivery.at("id"));
    EXPECT_EQ(send("GET", "/" + id + "/deliveries?limit=1").json().at("total"), 2);
}

TEST_P(WebhookDelivery, ShowsWhatWasSent) {
    HttpReceiver receiver({.status = 204});
    const std::string id = idOf(hook(receiver.url(), kCreated));
    post("A");
    ASSERT_TRUE(waitForState(id, "delivered"));
    const std::string delivery(textOf(only(id), "id"));
    const Reply whole = send("GET", "/" + id + "/deliveries/" + delivery);
    ASSERT_EQ(whole.status, 200) << whole.body;
    const JsonObject shown = whole.object("delivery");
    EXPECT_EQ(shown.at("attempts"), only(id).at("attempts"));
    EXPECT_EQ(textOf(shown, "body"), receiver.requests().at(0).body) << "to the letter, as signatures are made of it";
    const std::string other = idOf(hook(receiver.url(), kCreated));
    EXPECT_EQ(refusalOf(send("GET", "/" + other + "/deliveries/" + delivery)), missing("delivery", delivery));
}

TEST_P(WebhookDelivery, IsTriedAgainUnderTheSameId) {
    HttpReceiver receiver([](const HttpReceiver::Received&, int number) {
        return HttpReceiver::Answer{.status = number < 3 ? 500 : 200};
    });
    const std::string id = idOf(hook(receiver.url(), kCreated));
    post("A");
    ASSERT_TRUE(waitForAttempts(id, 1));
    const JsonObject waiting = only(id);
    EXPECT_EQ(waiting.at("state"), "waiting");
    EXPECT_GE(msBetween(waiting, "created_at", "next_attempt_at"), 5000);
    makeDue(id);
    ASSERT_TRUE(waitForAttempts(id, 2));
    EXPECT_GE(msBetween(only(id), "created_at", "next_attempt_at"), 5 * 60 * 1000);
    makeDue(id);
    ASSERT_TRUE(waitForState(id, "delivered"));
    EXPECT_EQ(only(id).at("attempts").at(1).at("status"), 500);
    EXPECT_EQ(only(id).at("attempts").at(2).at("status"), 200);
    EXPECT_EQ(receiver.requests().size(), 3U);
    EXPECT_EQ(webhookIds(receiver), std::set<std::string>{std::string(textOf(waiting, "id"))});
}

TEST_P(WebhookDelivery, BeginsNoMoreOnceTheWebhookIsDisabled) {
    std::promise<void> released;
    HttpReceiver receiver([answers = released.get_future().share()](const HttpReceiver::Received&, int) {
        answers.wait();
        return HttpReceiver::Answer{};
    });
    const std::string id = idOf(hook(receiver.url(), kCreated));
    api().server().database().write([](Sql& sql) { sql.execute("UPDATE webhooks SET open_until = 9999999999999"); });
    for (const char* title : {"A", "B", "C"}) post(title);
    EXPECT_EQ(send("PATCH", "/" + id, {{"enabled", true}}).status, 200);  // all three are due, and sent by one worker
    EXPECT_TRUE(receiver.waitFor(1));
    EXPECT_EQ(send("PATCH", "/" + id, {{"enabled", false}}).status, 200);
    released.set_value();
    EXPECT_TRUE(waitForState(id, "delivered"));
    EXPECT_TRUE(waitForState(id, "waiting", 2));
    EXPECT_EQ(receiver.requests().size(), 1U);
}

TEST_P(WebhookDelivery, FailsForEveryOtherAnswerAndForNone) {
    HttpReceiver elsewhere;
    EXPECT_EQ(attemptAfter({.status = 301, .headers = {{"Location", elsewhere.url()}}}).at("status"), 301);
    EXPECT_EQ(attemptAfter({.status = 404}).at("status"), 404);
    EXPECT_EQ(elsewhere.requests().size(), 0U) << "a redirect was followed";
    const JsonObject closed = attemptAfter({.closes = true});
    EXPECT_EQ(closed.at("status"), Json());
    EXPECT_FALSE(textOf(closed, "error").empty());
    // The body is of no interest, and need not end.
    EXPECT_EQ(attemptAfter({.endless = true}).at("status"), 200);

    std::string nobody;
    {
        HttpReceiver gone;
        nobody = gone.url();
    }
    const std::string id = idOf(hook(nobody, kCreated));
    post("A");
    ASSERT_TRUE(waitForAttempts(id, 1));
    EXPECT_FALSE(textOf(only(id).at("attempts").at(0).as_object(), "error").empty());
}

TEST_P(WebhookDelivery, ComesLaterWhenTheEndpointAsksForIt) {
    JsonObject delivery;
    EXPECT_EQ(attemptAfter({.status = 503, .headers = {{"Retry-After", "3600"}}}, &delivery).at("status"), 503);
    EXPECT_GE(msBetween(delivery, "created_at", "next_attempt_at"), 3600 * 1000);
    attemptAfter({.status = 429, .headers = {{"Retry-After", "99999999"}}}, &delivery);
    EXPECT_LE(msBetween(delivery, "created_at", "next_attempt_at"), 25LL * 3600 * 1000) << "there is no bound";
}

TEST_P(WebhookDelivery, IsGivenUpAfterTheLastTryAndCanBeSentAgainByHand) {
    HttpReceiver receiver({.status = 500});
    const std::string id = idOf(hook(receiver.url(), kCreated));
    post("A");
    for (int tries = 1; tries < kMaxTries; ++tries) {
        ASSERT_TRUE(waitForAttempts(id, tries));
        makeDue(id);
    }
    ASSERT_TRUE(waitForState(id, "failed"));
    EXPECT_EQ(receiver.requests().size(), static_cast<std::size_t>(kMaxTries));
    EXPECT_EQ(only(id).at("reason"), "it failed 10 times");

    receiver.answerWith({});
    const std::string delivery(textOf(only(id), "id"));
    const Reply again = send("POST", "/" + id + "/deliveries/" + delivery + "/redeliver");
    ASSERT_EQ(again.status, 200) << again.body;
    ASSERT_TRUE(waitForState(id, "delivered"));
    EXPECT_EQ(webhookIds(receiver), std::set<std::string>{delivery});
    EXPECT_EQ(only(id).at("attempts").as_array().size(), static_cast<std::size_t>(kMaxTries + 1));
    // What was delivered can be sent again too.
    ASSERT_EQ(send("POST", "/" + id + "/deliveries/" + delivery + "/redeliver").status, 200);
    EXPECT_TRUE(receiver.waitFor(kMaxTries + 2));
    EXPECT_EQ(refusalOf(send("POST", "/" + id + "/deliveries/0123456789abcdef01234567/redeliver")),
              missing("delivery", "0123456789abcdef01234567"));
}

TEST_P(WebhookDelivery, OfAnEndpointThatIsGoneDisablesTheWebhook) {
    HttpReceiver receiver({.status = 410});
    const std::string id = idOf(hook(receiver.url(), kCreated));
    post("A");
    ASSERT_TRUE(waitForState(id, "failed"));
    const JsonObject webhook = made(send("GET", "/" + id), "webhook");
    EXPECT_EQ(webhook.at("enabled"), false);
    EXPECT_EQ(webhook.at("disabled_reason"), "the endpoint answered 410 (Gone)");
    const std::string delivery(textOf(only(id), "id"));
    EXPECT_EQ(refusalOf(send("POST", "/" + id + "/deliveries/" + delivery + "/redeliver")),
              "409: webhook '" + id + "' is disabled; enable it before anything is sent again");
    post("B");
    EXPECT_EQ(deliveries(id).size(), 1U) << "a disabled webhook was told of something";

    receiver.answerWith({});
    EXPECT_EQ(made(send("PATCH", "/" + id, {{"enabled", true}}), "webhook").at("disabled_reason"), Json());
    post("C");
    EXPECT_TRUE(waitForState(id, "delivered"));
}

TEST_P(WebhookDelivery, OfADisabledWebhookWaits) {
    // Nothing is tried again meanwhile, however long the test takes.
    HttpReceiver receiver({.status = 500, .headers = {{"retry-after", "3600"}}});
    const std::string id = idOf(hook(receiver.url(), kCreated));
    post("A");
    ASSERT_TRUE(waitForAttempts(id, 1));
    ASSERT_EQ(send("PATCH", "/" + id, {{"enabled", false}}).status, 200);
    receiver.answerWith({});
    makeDue();
    HttpReceiver other;
    const std::string second = idOf(hook(other.url(), kCreated));
    post("B");
    ASSERT_TRUE(waitForState(second, "delivered"));
    EXPECT_EQ(only(id).at("state"), "waiting");
    EXPECT_EQ(receiver.requests().size(), 1U);
    ASSERT_EQ(send("PATCH", "/" + id, {{"enabled", true}}).status, 200);
    EXPECT_TRUE(waitForState(id, "delivered"));
}

TEST_P(WebhookDelivery, WaitsWhileItsEndpointKeepsFailing) {
    constexpr int kFailuresToOpen = 5;
    constexpr std::size_t kPosts = 12;
    HttpReceiver receiver({.status = 500});
    const std::string id = idOf(hook(receiver.url(), kCreated));
    for (std::size_t i = 0; i < kPosts; ++i) post("A " + std::to_string(i));
    ASSERT_TRUE(receiver.waitFor(kFailuresToOpen));
    const auto failures = [&] { return rows("SELECT failures FROM webhooks WHERE id = '" + id + "'"); };
    ASSERT_TRUE(eventually([&] { return failures() >= kFailuresToOpen; }));
    HttpReceiver other;
    const std::string second = idOf(hook(other.url(), kCreated));
    post("B");
    ASSERT_TRUE(waitForState(second, "delivered"));
    // Two can have been under way when the last failure was recorded.
    EXPECT_LE(receiver.requests().size(), static_cast<std::size_t>(kFailuresToOpen + 1));

    receiver.answerWith({});
    makeDue(id);
    EXPECT_TRUE(waitForState(id, "delivered", kPosts + 1));
    EXPECT_EQ(failures(), 0);
}

TEST_P(WebhookDelivery, GoesAtOnceWithAllThatWaitWhenSomebodySaysThatTheEndpointWorksAgain) {
    // Nothing is tried again by itself, however long the test takes.
    HttpReceiver receiver({.status = 500, .headers = {{"retry-after", "3600"}}});
    const std::string id = idOf(hook(receiver.url(), kCreated));
    std::size_t posted = 0;
    const auto waitsForMore = [&] {
        receiver.answerWith({.status = 500, .headers = {{"retry-after", "3600"}}});
        for (int i = 0; i < 2; ++i) post("A " + std::to_string(++posted));
        EXPECT_TRUE(eventually([&] {
            const JsonArray waiting = deliveries(id, "?state=waiting");
            return waiting.size() == 2 && std::all_of(waiting.begin(), waiting.end(), [](const Json& one) {
                       return one.at("attempts").as_array().size() == 1;
                   });
        }));
        receiver.answerWith({});
    };
    waitsForMore();
    const std::string one(textOf(deliveries(id).at(0).as_object(), "id"));
    ASSERT_EQ(send("POST", "/" + id + "/deliveries/" + one + "/redeliver").status, 200);
    EXPECT_TRUE(waitForState(id, "delivered", posted)) << "redeliver";
    waitsForMore();
    ASSERT_EQ(send("PATCH", "/" + id, {{"enabled", true}}).status, 200);
    EXPECT_TRUE(waitForState(id, "delivered", posted)) << "enabled";
    waitsForMore();
    ASSERT_EQ(send("PATCH", "/" + id, {{"endpoint", receiver.url("/other")}}).status, 200);
    EXPECT_TRUE(waitForState(id, "delivered", posted)) << "endpoint";
}

TEST_P(WebhookDelivery, ToOneEndpointDelaysNoOther) {
    constexpr std::size_t kPosts = 20;
    HttpReceiver silent({.never = true});
    HttpReceiver quick;
    hook(silent.url("/a"), kCreated);
    hook(silent.url("/a"), kCreated, {{"props", "id"}});  // the same endpoint
    const std::string id = idOf(hook(quick.url(), kCreated));
    for (std::size_t i = 0; i < kPosts; ++i) post("A " + std::to_string(i));
    ASSERT_TRUE(waitForState(id, "delivered", kPosts));
    EXPECT_EQ(quick.requests().size(), kPosts);
    EXPECT_EQ(webhookIds(quick).size(), kPosts);
    ASSERT_TRUE(silent.waitFor(2));
    EXPECT_EQ(silent.requests().size(), 2U);
    EXPECT_EQ(silent.mostAtOnce(), 2);
    EXPECT_LE(quick.mostAtOnce(), 2);
}

TEST_P(WebhookDelivery, IsTakenOverWhenTheServerThatHadItIsGone) {
    HttpReceiver receiver;
    const std::string id = idOf(hook(receiver.url(), kCreated, {{"enabled", false}}));
    const JsonObject object = makeObject("posts", "A");
    // As a server leaves it that is killed while it sends.
    api().server().database().write([&](Sql& sql) {
        sql.execute("INSERT INTO webhooks_messages (id, needed, body) VALUES (?, 2, '{}')",
                    {object.at("id").as_string().c_str()});
        for (const char* claim : {"a", "b"}) {
            sql.execute(
                "INSERT INTO webhooks_deliveries (id, webhook_id, message_id, event_name, body_bytes, state, due_at, "
                "queued_at, tries, attempts, claim, lease_until, created_at, reason) SELECT ?, ?, ?, 'x', 2, "
                "'sending', "
                "1, created_at, 0, 0, ?, 2, created_at, '' FROM webhooks WHERE id = ?",
                {std::string(claim) + id.substr(1), id, object.at("id").as_string().c_str(), claim, id});
        }
    });
    ASSERT_EQ(send("PATCH", "/" + id, {{"enabled", true}}).status, 200);
    EXPECT_TRUE(waitForState(id, "delivered", 2));
    EXPECT_EQ(receiver.requests().size(), 2U);
}

// Servers of one database share the queue.
class SharedWebhookQueue : public testing::TestWithParam<Engine> {};
INKWELL_ON_BOTH_ENGINES(SharedWebhookQueue);

TEST_P(SharedWebhookQueue, SendsEveryDeliveryOnceAndTwoAtATime) {
    constexpr std::size_t kPosts = 60;
    TestServerOptions options;
    options.pluginSettings["webhooks"]["allowed_hosts"] = {"127.0.0.1"};
    TestServer one(GetParam(), options);
    options.database = one.database();
    TestServer two(GetParam(), options);
    const TestServer::Bucket bucket = one.makeBucket();
    const TestServer::User admin = one.makeUser(bucket, "admin");
    const std::string path = "/v2/buckets/" + bucket.slug;
    HttpReceiver receiver({.delay = std::chrono::milliseconds(5)});
    ASSERT_EQ(one.send("POST", path + "/webhooks", admin.token, {{"endpoint", receiver.url()}, {"event", kCreated[0]}})
                  .status,
              200);
    ASSERT_EQ(one.send("POST", path + "/object-types", bucket.writeKey, {{"title", "Posts"}}).status, 200);
    for (std::size_t i = 0; i < kPosts; ++i) {
        const Reply reply = (i % 2 == 0 ? one : two)
                                .send("POST", path + "/objects", bucket.writeKey,
                                      {{"type", "posts"}, {"title", std::to_string(i)}, {"trigger_webhook", true}});
        ASSERT_EQ(reply.status, 200) << reply.body;
    }
    ASSERT_TRUE(receiver.waitFor(kPosts));
    const auto open = [&] {
        return one.server().database().read([](Sql& sql) {
            return sql.selectOne("SELECT COUNT(*) FROM webhooks_deliveries WHERE state <> 'delivered'")
                ->at(0)
                .integer();
        });
    };
    ASSERT_TRUE(eventually([&] { return open() == 0; }));
    EXPECT_EQ(receiver.requests().size(), kPosts) << "something was sent twice";
    EXPECT_LE(receiver.mostAtOnce(), 2);
}

TEST_P(SharedWebhookQueue, IsKeptWhileThePluginIsOff) {
    TestServerOptions options;
    options.pluginSettings["webhooks"]["allowed_hosts"] = {"127.0.0.1"};
    TestServer server(GetParam(), options);
    const TestServer::Bucket bucket = server.makeBucket();
    const TestServer::User admin = server.makeUser(bucket, "admin");
    const std::string path = "/v2/buckets/" + bucket.slug;
    HttpReceiver receiver({.never = true});
    const Reply created =
        server.send("POST", path + "/webhooks", admin.token, {{"endpoint", receiver.url()}, {"event", kCreated[0]}});
    ASSERT_EQ(created.status, 200) << created.body;
    ASSERT_EQ(server.send("POST", path + "/object-types", bucket.writeKey, {{"title", "Posts"}}).status, 200);
    ASSERT_EQ(server
                  .send("POST", path + "/objects", bucket.writeKey,
                        {{"type", "posts"}, {"title", "A"}, {"trigger_webhook", true}})
                  .status,
              200);
    ASSERT_TRUE(receiver.waitFor(1));
    server.server().disablePlugin("webhooks");  // which breaks the delivery off
    EXPECT_EQ(refusalOf(server.send("GET", path + "/webhooks", admin.token, nullptr)),
              "404: the plugin 'webhooks' that serves this address is disabled");
    receiver.answerWith({});
    server.server().enablePlugin("webhooks");
    ASSERT_TRUE(receiver.waitFor(2));
    EXPECT_EQ(receiver.requests()[0].header("webhook-id"), receiver.requests()[1].header("webhook-id"));
    const std::string log = path + "/webhooks/" + std::string(textOf(created.object("webhook"), "id")) + "/deliveries";
    ASSERT_TRUE(eventually([&] {
        return server.send("GET", log + "?state=delivered", admin.token, nullptr).array("deliveries").size() == 1;
    }));
    const Json delivery = server.send("GET", log, admin.token, nullptr).array("deliveries").at(0);
    EXPECT_EQ(delivery.at("attempts").as_array().size(), 1U) << "what was broken off counts as not sent";
}

TEST_P(SharedWebhookQueue, SendsNothingOfABucketThatIsDeletedWhileThePluginIsOff) {
    TestServerOptions options;
    options.pluginSettings["webhooks"]["allowed_hosts"] = JsonArray{"127.0.0.1"};
    TestServer server(GetParam(), options);
    HttpReceiver receiver({.status = 500});
    const auto makeWaiting = [&](const TestServer::Bucket& bucket) {
        TestServer::User admin = server.makeUser(bucket, "admin");
        const std::string path = "/v2/buckets/" + bucket.slug;
        EXPECT_EQ(server.send("POST", path + "/object-types", bucket.writeKey, {{"title", "Posts"}}).status, 200);
        const Reply hook = server.send("POST", path + "/webhooks", admin.token,
                                       {{"endpoint", receiver.url("/" + bucket.slug)}, {"event", kCreated[0]}});
        EXPECT_EQ(hook.status, 200) << hook.body;
        EXPECT_EQ(server
                      .send("POST", path + "/objects", bucket.writeKey,
                            {{"type", "posts"}, {"title", "A"}, {"trigger_webhook", true}})
                      .status,
                  200);
        return admin;
    };
    const TestServer::Bucket doomed = server.makeBucket();
    const TestServer::Bucket kept = server.makeBucket();
    const TestServer::User admin = makeWaiting(doomed);
    makeWaiting(kept);
    ASSERT_TRUE(receiver.waitFor(2));
    server.server().disablePlugin("webhooks");
    ASSERT_EQ(server.send("DELETE", "/v2/buckets/" + doomed.slug, admin.token, nullptr).status, 200);
    server.server().database().write([](Sql& sql) { sql.execute("UPDATE webhooks_deliveries SET due_at = 1"); });
    receiver.answerWith({});
    server.server().enablePlugin("webhooks");
    ASSERT_TRUE(receiver.waitFor(3));
    server.server().disablePlugin("webhooks");  // once it has sent all that it was to send
    const auto requests = receiver.requests();
    ASSERT_EQ(requests.size(), 3U);
    EXPECT_EQ(requests[2].path, "/" + kept.slug);
    EXPECT_EQ(server.server().database().read(
                  [](Sql& sql) { return sql.selectOne("SELECT COUNT(*) FROM webhooks")->at(0).integer(); }),
              1);
}

}  // namespace
}  // namespace inkwell::test
