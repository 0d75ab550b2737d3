#include "sending/trial.h"

#include <gtest/gtest.h>

#include "inkwell/json.h"
#include "sending/signature.h"
#include "tests/support/error_text.h"
#include "tests/support/plugin_fixture.h"

namespace inkwell::webhooks {
namespace {

const std::atomic<bool> kGoesOn{false};

Recipient recipientOf(const Webhook& webhook) { return {webhook.endpoint, webhook.headers, {webhook.secret}}; }

TEST(Trial, IsOneSignedTestEventWithTheWebhooksHeaders) {
    test::PluginFixture fixture;
    std::vector<Outgoing> sent;
    const Courier courier(fixture, [&](const Outgoing& request, const Permit*) {
        sent.push_back(request);
        SendResult result;
        result.status = 503;
        result.durationMs = 7;
        return result;
    });
    Webhook webhook;
    webhook.id = "w1";
    webhook.title = "Ours";
    webhook.endpoint = "https://example.com/hook";
    webhook.headers = {{"X-Team", "a"}};
    webhook.enabled = false;
    const std::vector<std::string> secrets{newSecret(), newSecret()};
    const TrialResult result = tryOut(fixture, courier, webhook, {webhook.endpoint, webhook.headers, secrets}, kGoesOn);
    EXPECT_EQ(result.attempt.status, 503);
    EXPECT_EQ(result.attempt.durationMs, 7);
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0].url, webhook.endpoint);
    std::map<std::string, std::string> headers(sent[0].headers.begin(), sent[0].headers.end());
    EXPECT_EQ(headers["X-Team"], "a");
    EXPECT_EQ(headers["X-Inkwell-Event"], "webhook.test");
    EXPECT_EQ(headers["Webhook-Id"], result.id);
    EXPECT_EQ(headers["Webhook-Signature"],
              signatureHeader(result.id, std::stoll(headers["Webhook-Timestamp"]), sent[0].body, secrets));
    const Json body = parseStoredJson(sent[0].body);
    EXPECT_EQ(body.at("type"), "webhook.test");
    EXPECT_EQ(body.at("data"), (JsonObject{{"id", "w1"}, {"title", "Ours"}}));
}

TEST(Trial, SaysWhyThereWasNoAnswer) {
    test::PluginFixture fixture;
    const Courier courier(fixture, [](const Outgoing&, const Permit*) {
        SendResult result;
        result.error = "the address is not public";
        return result;
    });
    Webhook webhook;
    webhook.id = "w1";
    webhook.secret = newSecret();
    const TrialResult result = tryOut(fixture, courier, webhook, recipientOf(webhook), kGoesOn);
    EXPECT_EQ(result.attempt.status, 0);
    EXPECT_EQ(result.attempt.error, "the address is not public");
}

TEST(Trial, IsGivenUpWhenThisServerStops) {
    test::PluginFixture fixture;
    std::atomic<bool> stopping{false};
    const Courier courier(fixture, [&](const Outgoing&, const Permit* permit) {
        stopping = true;
        EXPECT_TRUE(permit->isOver());
        return SendResult();
    });
    Webhook webhook;
    webhook.id = "w1";
    webhook.secret = newSecret();
    EXPECT_EQ(test::errorOf([&] { tryOut(fixture, courier, webhook, recipientOf(webhook), stopping); }),
              "503: the test was given up, because this server or its webhooks are being switched off");
}

TEST(Trial, IsRefusedWhileThisServerIsTooBusy) {
    test::PluginFixture fixture;
    const Courier courier(fixture, [](const Outgoing&, const Permit*) {
        SendResult result;
        result.wasBusy = true;
        return result;
    });
    Webhook webhook;
    webhook.id = "w1";
    webhook.secret = newSecret();
    EXPECT_EQ(test::errorOf([&] { tryOut(fixture, courier, webhook, recipientOf(webhook), kGoesOn); }),
              "503: this server has too many names to look up to send a test now; try again");
}

}  // namespace
}  // namespace inkwell::webhooks
