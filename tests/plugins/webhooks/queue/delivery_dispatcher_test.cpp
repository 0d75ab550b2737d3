#include "queue/delivery_dispatcher.h"

#include <filesystem>
#include <mutex>
#include <thread>

#include "inkwell/crypto.h"
#include "tests/plugins/webhooks/queue/queue_world.h"
#include "tests/support/eventually.h"
#include "tests/support/http_receiver.h"

namespace inkwell::webhooks::test {
namespace {

using inkwell::test::eventually;

constexpr const char* kOld = "https://example.com/hook";
constexpr const char* kNew = "https://example.com/new";

class DispatcherTest : public QueueTest {
protected:
    ~DispatcherTest() override { answers_ = true; }

    std::int64_t leaseUntil() {
        return std::stoll(world.one("SELECT COALESCE(MIN(lease_until), 0) FROM webhooks_deliveries"));
    }

    // Where three deliveries go when their webhook gets another endpoint, while the first is being sent, and the
    // dispatcher hears of a change in that bucket.
    std::vector<std::string> urlsBesideAChangeIn(const std::string& bucketId) {
        const std::vector<std::string> ids = world.queue(world.add(kOld), 3);
        DeliveryDispatcher dispatcher(*world.fixture, courier_, 4);
        dispatcher.start();
        EXPECT_TRUE(eventually([&] { return sent_ == 1; }));
        world.execute(std::string("UPDATE webhooks SET endpoint = '") + kNew + "'");
        dispatcher.webhooksChanged(bucketId);
        answers_ = true;
        for (const std::string& id : ids) EXPECT_TRUE(eventually([&] { return world.stateOf(id) == "delivered"; }));
        const std::lock_guard lock(mutex_);
        return urls_;
    }

    std::atomic<bool> answers_{false};
    std::atomic<int> sent_{0};
    // To a receiver that answers when it is told to.
    const Courier courier_{*world.fixture, [this](const Outgoing& request, const Permit* permit) {
                               {
                                   const std::lock_guard lock(mutex_);
                                   urls_.push_back(request.url);
                               }
                               ++sent_;
                               SendResult result;
                               EXPECT_TRUE(eventually([&] { return answers_ || permit->isOver(); }));
                               if (!permit->isOver()) result.status = 200;
                               return result;
                           }};

private:
    std::mutex mutex_;
    std::vector<std::string> urls_;
};
WEBHOOKS_ON_BOTH_ENGINES(DispatcherTest);

TEST_P(DispatcherTest, RenewsTheLeaseOfWhatTakesLongAndNoOtherServerSendsIt) {
    const Webhook webhook = world.add("https://example.com/hook");
    const std::string id = world.queue(webhook, 1).front();
    DeliveryDispatcher first(*world.fixture, courier_, 4);
    DeliveryDispatcher second(*world.fixture, courier_, 4);
    first.start();
    second.start();
    ASSERT_TRUE(eventually([&] { return sent_ == 1; }));
    const std::int64_t until = leaseUntil();
    // Past the end of the first lease, had nobody renewed it.
    ASSERT_TRUE(eventually([&] { return leaseUntil() > until + kLeaseMs; }));
    EXPECT_EQ(sent_, 1);
    answers_ = true;
    EXPECT_TRUE(eventually([&] { return world.stateOf(id) == "delivered"; }));
    EXPECT_EQ(sent_, 1);
}

TEST_P(DispatcherTest, TakesBackAtOnceWhatItsPredecessorHadWhenItDied) {
    const Webhook webhook = world.add("https://example.com/hook");
    const std::string id = world.queue(webhook, 1).front();
    {
        const SenderIdentity predecessor(world.fixture->server().dataDirectory);
        ASSERT_TRUE(world.claim(webhook.lane, predecessor.newClaim()));
    }
    world.execute("UPDATE webhooks_deliveries SET lease_until = lease_until + 3600000");  // nobody waits so long
    const std::int64_t until = leaseUntil();
    answers_ = true;
    DeliveryDispatcher dispatcher(*world.fixture, courier_, 4);
    dispatcher.start();
    ASSERT_TRUE(eventually([&] { return world.stateOf(id) == "delivered"; }));
    EXPECT_LT(std::stoll(world.one("SELECT ended_at FROM webhooks_deliveries")), until) << "it waited for the lease";
}

TEST_P(DispatcherTest, LeavesAloneWhatAServerOfTheSameDataHasThatLives) {
    const Webhook webhook = world.add("https://example.com/hook");
    const std::string id = world.queue(webhook, 1).front();
    const SenderIdentity living(world.fixture->server().dataDirectory);
    const auto claim = living.newClaim();
    ASSERT_TRUE(world.claim(webhook.lane, claim));
    answers_ = true;
    DeliveryDispatcher dispatcher(*world.fixture, courier_, 4);
    dispatcher.start();
    const Webhook other = world.add("https://example.com/other");
    const std::string next = world.queue(other, 1).front();
    dispatcher.wake();
    ASSERT_TRUE(eventually([&] { return world.stateOf(next) == "delivered"; }));
    EXPECT_EQ(world.one("SELECT claim FROM webhooks_deliveries WHERE id = '" + id + "'"), claim);
}

TEST_P(DispatcherTest, ClaimsNothingBeforeItIsPrepared) {
    const Webhook webhook = world.add("https://example.com/hook");
    const std::string id = world.queue(webhook, 1).front();
    answers_ = true;
    int calls = 0;
    DeliveryDispatcher dispatcher(*world.fixture, courier_, 4, [&] {
        EXPECT_EQ(sent_, 0);
        if (++calls == 1) throw std::runtime_error("the database is away");
    });
    dispatcher.start();
    ASSERT_TRUE(eventually([&] { return world.stateOf(id) == "delivered"; }));
    dispatcher.stop();
    EXPECT_EQ(calls, 2);
}

TEST_P(DispatcherTest, WhatHasNotBegunFollowsAChangeOfItsWebhook) {
    EXPECT_EQ(urlsBesideAChangeIn(kBucket), (std::vector<std::string>{kOld, kNew, kNew}));
}

TEST_P(DispatcherTest, WhatIsClaimedIsSentWhereTheWebhooksOfOtherBucketsChange) {
    EXPECT_EQ(urlsBesideAChangeIn("b00000000000000000000002"), std::vector<std::string>(3, kOld));
}

// On SQLite a write locks everything, whatever it is about.
class LongWriteTest : public DispatcherTest {
protected:
    ~LongWriteTest() override { end(); }

    /// Begins a write of content in another thread: it keeps the webhooks of kBucket from being changed.
    void begin() {
        ends_ = false;
        writer_ = std::thread([this] {
            world.write([this](QueueStore& store, Sql&) {
                store.subscriptions(kBucket);
                holds_ = true;
                EXPECT_TRUE(eventually([this] { return ends_.load(); }));
            });
        });
        ASSERT_TRUE(eventually([this] { return holds_.load(); }));
    }
    void end() {
        ends_ = true;
        if (writer_.joinable()) writer_.join();
    }
    Webhook addOfAnotherBucket(const std::string& endpoint) {
        return world.add(endpoint, [](Webhook& webhook) {
            webhook.bucketId = "b00000000000000000000002";
            webhook.lane = laneOf(webhook.bucketId, webhook.endpoint);
        });
    }

private:
    std::atomic<bool> holds_{false};
    std::atomic<bool> ends_{false};
    std::thread writer_;
};
INSTANTIATE_TEST_SUITE_P(Engines, LongWriteTest, testing::Values(Engine::Mysql),
                         [](const auto& tested) { return inkwell::test::engineName(tested.param); });

TEST_P(LongWriteTest, HoldsUpNoOtherBucketNeitherClaimsNorResults) {
    const Webhook webhook = world.add("https://example.com/hook");
    const Webhook other = addOfAnotherBucket("https://example.com/other");
    const std::string sent = world.queue(webhook, 1).front();
    DeliveryDispatcher dispatcher(*world.fixture, courier_, 4);
    dispatcher.start();
    ASSERT_TRUE(eventually([&] { return sent_ == 1; }));
    begin();
    answers_ = true;
    const std::string waiting = world.queue(webhook, 1).front();
    for (int i = 0; i < 3; ++i) {
        const std::string id = world.queue(other, 1).front();
        dispatcher.wake();
        ASSERT_TRUE(eventually([&] { return world.stateOf(id) == "delivered"; }));
    }
    EXPECT_EQ(world.stateOf(sent), "sending") << "it was sent, which is recorded later";
    EXPECT_EQ(world.stateOf(waiting), "waiting");
    end();
    ASSERT_TRUE(eventually([&] { return world.stateOf(waiting) == "delivered"; }));
    ASSERT_TRUE(eventually([&] { return world.stateOf(sent) == "delivered"; }));
    EXPECT_EQ(sent_, 5) << "something was sent twice";
}

TEST_P(LongWriteTest, OnePartOfALaneThatIsLockedKeepsAllOfItFromBeingClaimed) {
    const Webhook webhook = world.add("https://example.com/hook");
    const Webhook same = world.add("https://example.com/hook", [](Webhook& one) {
        one.bucketId = "b00000000000000000000002";  // as if the lane had it
    });
    world.queue(same, 1);
    begin();
    EXPECT_FALSE(world.claim(webhook.lane));
    end();
    EXPECT_TRUE(world.claim(webhook.lane));
}

TEST(SenderIdentity, IsTheSameAfterARestartAndAnotherOnesBesideIt) {
    const std::string directory = std::filesystem::temp_directory_path() / ("inkwell-sender-" + randomToken(12));
    std::filesystem::create_directory(directory);
    std::string first;
    {
        const SenderIdentity one(directory);
        first = one.prefix();
        EXPECT_EQ(first.size(), 12U);
        EXPECT_EQ(one.newClaim().size(), 24U);
        EXPECT_TRUE(one.newClaim().starts_with(first));
        EXPECT_NE(one.newClaim(), one.newClaim());
        EXPECT_NE(SenderIdentity(directory).prefix(), first) << "the first one lives";
    }
    EXPECT_EQ(SenderIdentity(directory).prefix(), first);
    std::filesystem::copy(directory, directory + "-copy");
    EXPECT_NE(SenderIdentity(directory + "-copy").prefix(), first) << "a second server on a copy of the data";
    EXPECT_NE(SenderIdentity(directory + "/missing").prefix(), SenderIdentity(directory + "/missing").prefix());
    std::filesystem::remove_all(directory);
    std::filesystem::remove_all(directory + "-copy");
}

}  // namespace
}  // namespace inkwell::webhooks::test
