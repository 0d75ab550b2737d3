#include "queue/ledger.h"

#include <set>
#include <thread>

#include "queue/schedule.h"
#include "queue/upkeep_store.h"
#include "tests/plugins/webhooks/queue/queue_world.h"

namespace inkwell::webhooks::test {
namespace {

const std::string kEndpoint = "https://example.com/hook";

class LedgerTest : public QueueTest {
protected:
    static std::set<std::string> idsOf(const std::optional<Slot>& slot) {
        std::set<std::string> ids;
        if (slot) {
            for (const Parcel& parcel : slot->parcels) ids.insert(parcel.deliveryId);
        }
        return ids;
    }
    /// Of all leases at once.
    void runOut() { world.execute("UPDATE webhooks_deliveries SET lease_until = 1 WHERE lease_until IS NOT NULL"); }
    std::int64_t waitMs(const std::string& delivery) {
        return std::stoll(
            world.one("SELECT due_at - queued_at FROM webhooks_deliveries WHERE id = '" + delivery + "'"));
    }
};
WEBHOOKS_ON_BOTH_ENGINES(LedgerTest);

TEST_P(LedgerTest, ClaimsWithBodiesAndWhatSendingTakes) {
    const Webhook webhook = world.add(kEndpoint, [](Webhook& one) {
        one.headers = {{"X-Team", "a"}, {"X-Other", "b"}};
    });
    const auto ids = world.queue(webhook, 3, R"({"type":"media.created"})");
    const auto slot = world.claim(webhook.lane);
    ASSERT_TRUE(slot);
    EXPECT_EQ(idsOf(slot), std::set<std::string>(ids.begin(), ids.end()));
    EXPECT_EQ(slot->bodies.at(slot->parcels[0].messageId), R"({"type":"media.created"})");
    const Recipient& recipient = slot->recipients.at(webhook.id);
    EXPECT_EQ(recipient.endpoint, kEndpoint);
    EXPECT_EQ(recipient.headers, webhook.headers);
    EXPECT_EQ(recipient.secrets, std::vector<std::string>{webhook.secret});
    EXPECT_EQ(world.stateOf(ids[0]), "sending");
    EXPECT_TRUE(world.ready().empty());
}

TEST_P(LedgerTest, GivesOneEndpointTwoSlotsHoweverManyWebhooksItHas) {
    const Webhook one = world.add(kEndpoint);
    const Webhook two = world.add("HTTPS://Example.com:443/hook");
    ASSERT_EQ(one.lane, two.lane);
    world.queue(one, 60);
    world.queue(two, 60);
    const auto first = world.claim(one.lane);
    const auto second = world.claim(one.lane);
    EXPECT_FALSE(world.claim(one.lane));
    ASSERT_TRUE(first && second);
    std::set<std::string> both = idsOf(first);
    both.merge(idsOf(second));
    EXPECT_EQ(both.size(), first->parcels.size() + second->parcels.size());
    // Another bucket's webhook for the same address is another's concern.
    const Webhook other = world.add(kEndpoint, [](Webhook& foreign) {
        foreign.bucketId = "b00000000000000000000002";
        foreign.lane = laneOf(foreign.bucketId, foreign.endpoint);
    });
    world.queue(other, 1);
    EXPECT_TRUE(world.claim(other.lane));
}

TEST_P(LedgerTest, NeverGivesTwoServersTheSame) {
    const Webhook webhook = world.add(kEndpoint);
    world.queue(webhook, 300);
    std::mutex mutex;
    std::multiset<std::string> claimed;
    std::atomic<int> running{0};
    std::atomic<int> most{0};
    std::vector<std::thread> servers;
    for (int server = 0; server < 4; ++server) {
        servers.emplace_back([&] {
            for (;;) {
                const auto slot = world.claim(webhook.lane);
                if (!slot) {
                    if (world.ready().empty() && running == 0) return;
                    continue;
                }
                const int now = ++running;
                for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
                }
                {
                    const std::lock_guard lock(mutex);
                    for (const Parcel& parcel : slot->parcels) claimed.insert(parcel.deliveryId);
                }
                --running;
                world.record(*slot, std::vector<int>(slot->parcels.size(), 200));
            }
        });
    }
    for (std::thread& server : servers) server.join();
    EXPECT_EQ(claimed.size(), 300U);
    EXPECT_EQ(std::set<std::string>(claimed.begin(), claimed.end()).size(), 300U);
    EXPECT_LE(most, kSlotsPerLane);
    EXPECT_EQ(world.one("SELECT COUNT(*) FROM webhooks_deliveries WHERE state = 'delivered'"), "300");
}

TEST_P(LedgerTest, ALeaseThatRanOutIsTakenOverAndItsOldHolderChangesNothing) {
    const Webhook webhook = world.add(kEndpoint);
    const auto ids = world.queue(webhook, 1);
    const auto lost = world.claim(webhook.lane);
    ASSERT_TRUE(lost);
    EXPECT_FALSE(world.claim(webhook.lane));
    runOut();
    EXPECT_EQ(world.ready(), std::vector<std::string>{webhook.lane});
    const auto taken = world.claim(webhook.lane);
    ASSERT_TRUE(taken);
    EXPECT_EQ(idsOf(taken), idsOf(lost));

    world.record(*lost, {500});
    EXPECT_EQ(world.stateOf(ids[0]), "sending");
    EXPECT_EQ(world.one("SELECT COUNT(*) FROM webhooks_attempts"), "0");
    world.record(*taken, {200});
    EXPECT_EQ(world.stateOf(ids[0]), "delivered");
    world.record(*lost, {200});
    EXPECT_EQ(world.one("SELECT COUNT(*) FROM webhooks_attempts"), "1");
}

TEST_P(LedgerTest, ALeaseThatIsRenewedInTimeIsNotTakenOver) {
    const Webhook webhook = world.add(kEndpoint);
    world.queue(webhook, 2);
    const auto slot = world.claim(webhook.lane);
    ASSERT_TRUE(slot);
    runOut();
    const auto renew = [&](const std::string& claim) {
        world.write([&](QueueStore& store, Sql&) { store.renew(Ledger::idsOf(*slot), claim, kLeaseMs); });
    };
    renew("another");
    EXPECT_EQ(world.ready(), std::vector<std::string>{webhook.lane});
    renew(slot->claim);
    EXPECT_TRUE(world.ready().empty());
    EXPECT_FALSE(world.claim(webhook.lane));
}

TEST_P(LedgerTest, ALeaseThatIsLostInPartIsNotRenewed) {
    const Webhook webhook = world.add(kEndpoint);
    const auto ids = world.queue(webhook, 2);
    const auto slot = world.claim(webhook.lane);
    ASSERT_TRUE(slot);
    const auto renews = [&] {
        return world.write(
            [&](QueueStore& store, Sql&) { return store.renew(Ledger::idsOf(*slot), slot->claim, kLeaseMs); });
    };
    EXPECT_TRUE(renews());
    world.execute("DELETE FROM webhooks_deliveries WHERE id = '" + ids[0] + "'");
    EXPECT_FALSE(renews());
}

TEST_P(LedgerTest, TheClaimsOfOneSenderWaitAgainAndThoseOfOthersDoNot) {
    const Webhook webhook = world.add(kEndpoint);
    const auto ids = world.queue(webhook, 60);
    const auto dead = world.claim(webhook.lane, "aaaaaaaaaaaa000000000001");
    const auto other = world.claim(webhook.lane, "bbbbbbbbbbbb000000000001");
    ASSERT_TRUE(dead && other);
    world.write([](QueueStore& store, Sql&) { store.releaseOf("aaaaaaaaaaaa"); });
    for (const Parcel& parcel : dead->parcels) EXPECT_EQ(world.stateOf(parcel.deliveryId), "waiting");
    for (const Parcel& parcel : other->parcels) EXPECT_EQ(world.stateOf(parcel.deliveryId), "sending");
    EXPECT_EQ(idsOf(world.claim(webhook.lane)), idsOf(dead));
    world.write([](QueueStore& store, Sql&) { store.releaseOf("cccccccccccc"); });
}

TEST_P(LedgerTest, WhatIsDeletedWhileItIsSentIsLeftAlone) {
    const Webhook webhook = world.add(kEndpoint);
    world.queue(webhook, 2);
    const auto slot = world.claim(webhook.lane);
    ASSERT_TRUE(slot);
    world.write([&](QueueStore&, Sql& sql) {
        WebhookStore(sql).remove(kBucket, webhook.id);
        UpkeepStore(sql).removeOfWebhook(webhook.id, 500);
    });
    world.record(*slot, {200, 500});
    EXPECT_EQ(world.one("SELECT COUNT(*) FROM webhooks_attempts"), "0");
    EXPECT_EQ(world.one("SELECT COUNT(*) FROM webhooks_messages"), "0");
}

TEST_P(LedgerTest, RecordsSuccessesTheFailureAfterThemAndWhatWasNotSent) {
    const Webhook webhook = world.add(kEndpoint);
    const auto ids = world.queue(webhook, 4);
    const auto slot = world.claim(webhook.lane);
    ASSERT_TRUE(slot);
    world.record(*slot, {200, 204, 0});
    EXPECT_EQ(world.stateOf(ids[0]), "delivered");
    EXPECT_EQ(world.stateOf(ids[1]), "delivered");
    EXPECT_EQ(world.stateOf(ids[2]), "waiting");
    EXPECT_EQ(world.stateOf(ids[3]), "waiting");
    EXPECT_EQ(waitMs(ids[3]), 0);
    EXPECT_GE(waitMs(ids[2]), 5000);
    EXPECT_EQ(world.one("SELECT error FROM webhooks_attempts WHERE delivery_id = '" + ids[2] + "'"), "nobody answered");
    EXPECT_EQ(world.one("SELECT COUNT(*) FROM webhooks_attempts"), "3");
    // An endpoint that has just failed gets one at a time.
    const auto next = world.claim(webhook.lane);
    ASSERT_TRUE(next);
    EXPECT_EQ(idsOf(next), std::set<std::string>{ids[3]});
    world.record(*next, {200});
    EXPECT_EQ(world.one("SELECT failures FROM webhooks"), "0");
}

TEST_P(LedgerTest, FollowsTheScheduleToItsEnd) {
    const Webhook webhook = world.add(kEndpoint);
    const std::string id = world.queue(webhook, 1).front();
    for (int tries = 1; tries <= kMaxTries; ++tries) {
        world.execute("UPDATE webhooks_deliveries SET due_at = 1");
        world.execute("UPDATE webhooks SET open_until = 0");
        const auto slot = world.claim(webhook.lane);
        ASSERT_TRUE(slot) << tries;
        world.record(*slot, {500});
        if (tries == kMaxTries) break;
        EXPECT_EQ(world.stateOf(id), "waiting");
        EXPECT_GE(waitMs(id), *retryDelayMs(tries, std::nullopt, 0.5));
    }
    EXPECT_EQ(world.stateOf(id), "failed");
    EXPECT_EQ(world.one("SELECT reason FROM webhooks_deliveries"), "it failed 10 times");
    EXPECT_EQ(world.one("SELECT COUNT(*) FROM webhooks_attempts"), "10");
    EXPECT_TRUE(world.ready().empty());
}

TEST_P(LedgerTest, OpensTheCircuitAndClosesItAgain) {
    const Webhook webhook = world.add(kEndpoint);
    world.queue(webhook, 20);
    std::vector<std::string> notes;
    for (int failures = 1; failures <= kFailuresToOpen; ++failures) {
        const auto slot = world.claim(webhook.lane);
        ASSERT_TRUE(slot) << failures;
        notes = world.record(*slot, {500}).warnings;
        EXPECT_EQ(notes.size(), failures == kFailuresToOpen ? 1U : 0U);
    }
    EXPECT_NE(notes.front().find("'" + webhook.id + "'"), std::string::npos);
    EXPECT_TRUE(world.ready().empty());
    EXPECT_FALSE(world.claim(webhook.lane));
    world.execute("UPDATE webhooks SET open_until = 0");
    const auto probe = world.claim(webhook.lane);
    ASSERT_TRUE(probe);
    EXPECT_EQ(probe->parcels.size(), 1U);
    EXPECT_FALSE(world.claim(webhook.lane)) << "a second probe at once";
    world.record(*probe, {200});
    const auto next = world.claim(webhook.lane);
    ASSERT_TRUE(next);
    EXPECT_GT(next->parcels.size(), 1U);
}

TEST_P(LedgerTest, AnEndpointThatComesBackGetsAtOnceWhatFailedMeanwhile) {
    const Webhook webhook = world.add(kEndpoint);
    const Webhook other = world.add("https://example.com/other");
    const auto ids = world.queue(webhook, kFailuresToOpen + 1);
    const std::string later = world.queue(other, 1).front();
    world.record(*world.claim(other.lane), {500});
    for (int failures = 1; failures <= kFailuresToOpen; ++failures) world.record(*world.claim(webhook.lane), {500});
    world.execute("UPDATE webhooks SET open_until = 0");
    const auto probe = world.claim(webhook.lane);
    ASSERT_TRUE(probe);
    world.record(*probe, {200});
    EXPECT_EQ(idsOf(world.claim(webhook.lane)), std::set<std::string>(ids.begin(), ids.end() - 1));
    EXPECT_EQ(world.one("SELECT MIN(tries) FROM webhooks_deliveries"), "1") << "their schedule goes on where it was";
    EXPECT_GE(waitMs(later), 5000) << "another endpoint's";
}

TEST_P(LedgerTest, AnEndpointThatIsGoneDisablesItsWebhookAndNoOther) {
    const Webhook gone = world.add(kEndpoint);
    const Webhook other = world.add("https://example.com/other");
    const std::string id = world.queue(gone, 2).front();
    world.queue(other, 1);
    const auto slot = world.claim(gone.lane);
    ASSERT_TRUE(slot);
    EXPECT_EQ(world.record(*slot, {410}).disabled, std::vector<std::string>{gone.id});
    EXPECT_EQ(world.stateOf(id), "failed");
    EXPECT_EQ(world.ready(), std::vector<std::string>{other.lane});
    EXPECT_FALSE(world.claim(gone.lane));
}

TEST_P(LedgerTest, AnEndpointThatWasLeftMeanwhileDisablesNothing) {
    const Webhook webhook = world.add(kEndpoint);
    const std::string id = world.queue(webhook, 1).front();
    const auto slot = world.claim(webhook.lane);
    ASSERT_TRUE(slot);
    Webhook moved = webhook;
    moved.endpoint = "https://example.com/other";
    moved.lane = laneOf(kBucket, moved.endpoint);
    world.write([&](QueueStore&, Sql& sql) { WebhookStore(sql).update(moved); });
    EXPECT_TRUE(world.record(*slot, {410}).disabled.empty());
    EXPECT_EQ(world.stateOf(id), "waiting");
    world.execute("UPDATE webhooks_deliveries SET due_at = 1");
    const auto next = world.claim(moved.lane);
    ASSERT_TRUE(next);
    EXPECT_EQ(next->recipients.at(webhook.id).endpoint, moved.endpoint);
}

TEST_P(LedgerTest, RetryAfterHoldsTheDeliveryAndWithABusyEndpointAll) {
    const Webhook webhook = world.add(kEndpoint);
    const auto ids = world.queue(webhook, 2);
    Outcome outcome{*world.claim(webhook.lane), {}};
    Tried busy;
    busy.status = 429;
    busy.retryAfterMs = 100'000'000'000;
    outcome.tries = {busy};
    world.record(outcome);
    EXPECT_GE(waitMs(ids[0]), kMaxRetryAfterMs);
    EXPECT_LT(waitMs(ids[0]), kMaxRetryAfterMs + 3'600'000);
    EXPECT_TRUE(world.ready().empty());
}

TEST_P(LedgerTest, TheFailureOfOneSlotDoesNotShortenWhatTheOtherWasAskedFor) {
    const Webhook webhook = world.add(kEndpoint);
    world.queue(webhook, 60);
    Outcome busy{*world.claim(webhook.lane), {}};
    const auto other = world.claim(webhook.lane);
    ASSERT_TRUE(other);
    Tried tried;
    tried.status = 503;
    tried.retryAfterMs = 3'600'000;
    busy.tries = {tried};
    world.record(busy);
    const std::string until = world.one("SELECT open_until FROM webhooks");
    world.record(*other, {500});
    EXPECT_EQ(world.one("SELECT open_until FROM webhooks"), until);
    EXPECT_EQ(world.one("SELECT failures FROM webhooks"), "2");
    EXPECT_TRUE(world.ready().empty());
    // It may ask for more.
    world.execute("UPDATE webhooks SET open_until = 0");
    tried.retryAfterMs = 7'200'000;
    busy.slot = *world.claim(webhook.lane);
    busy.tries = {tried};
    world.record(busy);
    EXPECT_GT(std::stoll(world.one("SELECT open_until FROM webhooks")), std::stoll(until));
}

TEST_P(LedgerTest, WhatWasNeverTriedIsNotHastened) {
    const Webhook webhook = world.add(kEndpoint);
    const auto ids = world.queue(webhook, 2);
    world.execute("UPDATE webhooks_deliveries SET due_at = due_at + 3600000");
    world.execute("UPDATE webhooks_deliveries SET tries = 1 WHERE id = '" + ids[1] + "'");
    world.write([&](QueueStore& store, Sql&) { store.hasten(webhook.lane); });
    EXPECT_EQ(idsOf(world.claim(webhook.lane)), std::set<std::string>{ids[1]});
    EXPECT_EQ(waitMs(ids[0]), 3'600'000);
}

TEST_P(LedgerTest, ASlotIsBoundedInBytes) {
    const Webhook webhook = world.add(kEndpoint);
    world.queue(webhook, 5, std::string(100 * 1024, ' '));
    world.queue(webhook, 1, std::string(1024 * 1024, ' '));
    EXPECT_EQ(world.claim(webhook.lane)->parcels.size(), 2U);
    EXPECT_EQ(world.claim(webhook.lane)->parcels.size(), 2U);
    runOut();
    world.execute("DELETE FROM webhooks_deliveries WHERE body_bytes < 200000");
    EXPECT_EQ(world.claim(webhook.lane)->parcels.size(), 1U) << "one that is larger than the bound must go alone";
}

TEST_P(LedgerTest, TenThousandWaitingForOneEndpointHideNoOther) {
    const Webhook dead = world.add(kEndpoint);
    const Webhook other = world.add("https://example.com/other");
    world.queue(dead, 10'000);
    const std::string id = world.queue(other, 1).front();
    EXPECT_EQ(world.ready().size(), 2U);
    EXPECT_EQ(idsOf(world.claim(other.lane)), std::set<std::string>{id});
}

}  // namespace
}  // namespace inkwell::webhooks::test
