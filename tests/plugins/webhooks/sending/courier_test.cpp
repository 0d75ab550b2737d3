#include "sending/courier.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sending/signature.h"
#include "tests/support/plugin_fixture.h"

namespace inkwell::webhooks {
namespace {

const std::string kSecret = "whsec_c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0";
const std::string kOldSecret = "whsec_b2xkIHNlY3JldCBvbGQgc2VjcmV0IG9sZCBz";

class CourierTest : public testing::Test {
protected:
    static Slot slot(int parcels) {
        Slot made;
        made.recipients["w"] = {"https://example.com/hook", {{"X-Team", "a"}}, {kSecret, kOldSecret}};
        made.bodies["m"] = "{}";
        for (int i = 0; i < parcels; ++i) {
            Parcel parcel;
            parcel.deliveryId = "d" + std::to_string(i);
            parcel.webhookId = "w";
            parcel.messageId = "m";
            parcel.event = "media.created";
            made.parcels.push_back(parcel);
        }
        return made;
    }
    static std::string header(const Outgoing& request, const std::string& name) {
        const auto found = std::find_if(request.headers.begin(), request.headers.end(),
                                        [&](const auto& one) { return one.first == name; });
        return found == request.headers.end() ? "" : found->second;
    }

    inkwell::test::PluginFixture fixture;
    std::vector<Outgoing> sent;
    std::vector<int> statuses;  // of the first answers; then 200
    const Courier courier{fixture, [this](const Outgoing& request, const Permit*) {
                              SendResult result;
                              result.status = sent.size() < statuses.size() ? statuses[sent.size()] : 200;
                              sent.push_back(request);
                              return result;
                          }};
    std::atomic<bool> stopping{false};
    const Permit permit{stopping};
};

TEST_F(CourierTest, SignsWithBothSecrets) {
    const Outcome outcome = courier.deliver(slot(1), permit);
    ASSERT_EQ(sent.size(), 1U);
    const Outgoing& request = sent[0];
    EXPECT_EQ(request.url, "https://example.com/hook");
    EXPECT_EQ(request.body, "{}");
    EXPECT_EQ(header(request, "X-Team"), "a");
    EXPECT_EQ(header(request, "X-Inkwell-Event"), "media.created");
    EXPECT_EQ(header(request, "Webhook-Id"), "d0");
    const std::int64_t seconds = fixture.clock().nowMs() / 1000;
    EXPECT_EQ(header(request, "Webhook-Timestamp"), std::to_string(seconds));
    EXPECT_EQ(header(request, "Webhook-Signature"),
              signatureHeader("d0", seconds, "{}", std::vector<std::string>{kSecret, kOldSecret}));
    ASSERT_EQ(outcome.tries.size(), 1U);
    EXPECT_TRUE(outcome.tries[0].succeeded());
    EXPECT_TRUE(outcome.slot.bodies.empty()) << "bodies are not kept longer than needed";
}

TEST_F(CourierTest, StopsAtTheFirstFailure) {
    for (const int status : {0, 199, 301, 404, 500}) {
        sent.clear();
        statuses = {200, status};
        const Outcome outcome = courier.deliver(slot(5), permit);
        EXPECT_EQ(sent.size(), 2U);
        EXPECT_EQ(outcome.tries.size(), 2U);
        EXPECT_FALSE(outcome.tries[1].succeeded()) << status;
        EXPECT_EQ(outcome.slot.parcels.size(), 5U);
    }
}

TEST_F(CourierTest, BeginsNothingWhenItIsToStop) {
    stopping = true;
    EXPECT_TRUE(courier.deliver(slot(2), permit).tries.empty());
    EXPECT_TRUE(sent.empty());
}

TEST_F(CourierTest, WhatIsBrokenOffCountsAsNotSent) {
    const Courier breaking(fixture, [this](const Outgoing&, const Permit* permit) {
        stopping = true;
        EXPECT_TRUE(permit->isOver());
        return SendResult();
    });
    EXPECT_TRUE(breaking.deliver(slot(2), permit).tries.empty());
}

TEST_F(CourierTest, BeginsNothingElseOnceTheWebhooksHaveChanged) {
    Permit changing(stopping);
    const Courier sending(fixture, [&](const Outgoing&, const Permit* given) {
        changing.outdate();
        EXPECT_FALSE(given->isOver()) << "what has begun goes on";
        SendResult result;
        result.status = 200;
        return result;
    });
    const Outcome outcome = sending.deliver(slot(3), changing);
    ASSERT_EQ(outcome.tries.size(), 1U);
    EXPECT_TRUE(outcome.tries[0].succeeded());
}

TEST_F(CourierTest, WhatThisServerWasTooBusyForCountsAsNotSent) {
    const Courier busy(fixture, [](const Outgoing&, const Permit*) {
        SendResult result;
        result.wasBusy = true;
        return result;
    });
    EXPECT_TRUE(busy.deliver(slot(2), permit).tries.empty());
}

TEST_F(CourierTest, LooksNamesUpForTheBucket) {
    Slot ofBucket = slot(1);
    ofBucket.bucketId = "b1";
    courier.deliver(std::move(ofBucket), permit);
    EXPECT_EQ(sent.at(0).bucketId, "b1");
}

TEST_F(CourierTest, WhatCannotBePreparedFailsAndIsNotTriedForEver) {
    Slot bad = slot(2);
    bad.recipients["w"].secrets = {"nonsense"};
    const Outcome outcome = courier.deliver(std::move(bad), permit);
    ASSERT_EQ(outcome.tries.size(), 1U);
    EXPECT_FALSE(outcome.tries[0].succeeded());
    EXPECT_FALSE(outcome.tries[0].error.empty());
    EXPECT_EQ(outcome.tries[0].error.find("nonsense"), std::string::npos);
}

}  // namespace
}  // namespace inkwell::webhooks
