#include "queue/upkeep.h"

#include "queue/delivery_store.h"
#include "queue/upkeep_store.h"
#include "tests/plugins/webhooks/queue/queue_world.h"
#include "tests/support/noting_sql.h"
#include "tests/support/query_plan.h"

namespace inkwell::webhooks::test {
namespace {

constexpr std::int64_t kKeepDays = 30;

class UpkeepTest : public QueueTest {
protected:
    void makeOlder(const std::string& column, const std::string& table, int days) {
        world.execute("UPDATE " + table + " SET " + column + " = " + column + " - " +
                      std::to_string(days * 86'400'000LL));
    }
    std::string count(const std::string& table) { return world.one("SELECT COUNT(*) FROM " + table); }

    Upkeep upkeep{*world.fixture, kKeepDays, std::chrono::hours(1)};
};
WEBHOOKS_ON_BOTH_ENGINES(UpkeepTest);

TEST_P(UpkeepTest, RemovesWhatEndedLongAgoAndNothingElse) {
    const Webhook webhook = world.add("https://example.com/");
    world.queue(webhook, 3);
    const auto slot = world.claim(webhook.lane);
    world.record(*slot, {200, 500});
    makeOlder("ended_at", "webhooks_deliveries", 29);
    makeOlder("created_at", "webhooks_deliveries", 40);
    upkeep.cleanUp();
    EXPECT_EQ(count("webhooks_deliveries"), "3");
    makeOlder("ended_at", "webhooks_deliveries", 2);
    upkeep.cleanUp();
    EXPECT_EQ(count("webhooks_deliveries"), "2");
    EXPECT_EQ(count("webhooks_messages"), "2") << "those of deliveries that go on are needed";
    EXPECT_EQ(count("webhooks_attempts"), "1");
}

TEST_P(UpkeepTest, RemovesMoreThanFitsInOneTransaction) {
    const Webhook webhook = world.add("https://example.com/");
    world.queue(webhook, 1200);
    world.execute("UPDATE webhooks_deliveries SET state = 'delivered', ended_at = 1, created_at = 1");
    upkeep.cleanUp();
    EXPECT_EQ(count("webhooks_deliveries"), "0");
    EXPECT_EQ(count("webhooks_messages"), "0");
}

TEST_P(UpkeepTest, LooksAtEveryWebhookHoweverManyHaveNothingToRemove) {
    for (int i = 0; i < 50; ++i) world.queue(world.add("https://example.com/"), 1);
    world.execute(
        "UPDATE webhooks_deliveries SET state = 'delivered', ended_at = 1, created_at = 1 WHERE webhook_id = (SELECT "
        "MAX(id) FROM webhooks)");
    upkeep.cleanUp();
    EXPECT_EQ(count("webhooks_deliveries"), "49");
}

TEST_P(UpkeepTest, ARunWhoseTimeIsOverIsGoneOnWithByTheNext) {
    const Webhook webhook = world.add("https://example.com/");
    world.queue(webhook, 1200);
    world.execute("UPDATE webhooks_deliveries SET state = 'delivered', ended_at = 1, created_at = 1");
    Upkeep hurried(*world.fixture, kKeepDays, std::chrono::milliseconds(0));
    for (const char* left : {"700", "200", "0"}) {
        hurried.cleanUp();
        EXPECT_EQ(count("webhooks_deliveries"), left);
    }
}

TEST_P(UpkeepTest, RemovesFewAtOnceWhereBodiesAreLarge) {
    const Webhook webhook = world.add("https://example.com/");
    world.queue(webhook, 5);
    world.execute("UPDATE webhooks_deliveries SET state = 'delivered', ended_at = 1, created_at = 1, body_bytes = " +
                  std::to_string(UpkeepStore::kMaxBytes / 2));
    Upkeep hurried(*world.fixture, kKeepDays, std::chrono::milliseconds(0));
    hurried.cleanUp();
    EXPECT_EQ(count("webhooks_deliveries"), "2");
    const auto removed = [&] {
        return world.write([&](QueueStore&, Sql& sql) { return UpkeepStore(sql).removeOfWebhook(webhook.id, 500); });
    };
    EXPECT_EQ(removed(), 2);
    world.queue(webhook, 4);
    world.execute("UPDATE webhooks_deliveries SET body_bytes = " + std::to_string(UpkeepStore::kMaxBytes));
    EXPECT_EQ(removed(), 2);
    EXPECT_EQ(removed(), 2);
}

TEST_P(UpkeepTest, GivesUpWhatWaitedForDays) {
    const Webhook webhook = world.add("https://example.com/", [](Webhook& one) { one.enabled = false; });
    const std::string id = world.queue(webhook, 1).front();
    makeOlder("queued_at", "webhooks_deliveries", 4);
    upkeep.cleanUp();
    EXPECT_EQ(world.stateOf(id), "waiting");
    makeOlder("queued_at", "webhooks_deliveries", 2);
    upkeep.cleanUp();
    EXPECT_EQ(world.stateOf(id), "failed");
    EXPECT_EQ(world.one("SELECT reason FROM webhooks_deliveries"), "it waited for more than five days");
}

// Lets somebody queue deliveries anew before something is changed.
class RequeueingSql : public inkwell::test::NotingSql {
public:
    RequeueingSql(Sql& sql, const Webhook& webhook, const std::string& delivery)
        : NotingSql(sql), sql_(sql), webhook_(webhook.id), delivery_(delivery) {}
    std::int64_t execute(std::string_view statement, const SqlParams& params) override {
        EXPECT_TRUE(DeliveryStore(sql_).requeue(webhook_, delivery_));
        return sql_.execute(statement, params);
    }

private:
    Sql& sql_;
    const std::string webhook_, delivery_;
};

TEST_P(UpkeepTest, DoesNotGiveUpWhatIsQueuedAnewMeanwhile) {
    const Webhook webhook = world.add("https://example.com/");
    const std::string id = world.queue(webhook, 1).front();
    makeOlder("queued_at", "webhooks_deliveries", 6);
    world.write([&](QueueStore&, Sql& sql) {
        RequeueingSql requeueing(sql, webhook, id);
        EXPECT_EQ(UpkeepStore(requeueing).giveUp(500), 1);
    });
    EXPECT_EQ(world.stateOf(id), "waiting");
}

TEST_P(UpkeepTest, RemovesWhatIsLeftOfWebhooksThatAreGone) {
    const Webhook gone = world.add("https://example.com/a");
    const Webhook kept = world.add("https://example.com/b");
    world.queue(gone, 2);
    const std::string id = world.queue(kept, 1).front();
    world.execute("DELETE FROM webhooks WHERE id = '" + gone.id + "'");
    world.write(
        [&](QueueStore&, Sql& sql) { EXPECT_EQ(UpkeepStore(sql).orphaned(), std::vector<std::string>{gone.id}); });
    upkeep.cleanUp();
    EXPECT_EQ(count("webhooks_deliveries"), "1");
    EXPECT_EQ(world.stateOf(id), "waiting");
}

TEST_P(UpkeepTest, DeletesNoMoreAtOnceThanItIsTold) {
    const Webhook webhook = world.add("https://example.com/");
    world.queue(webhook, 1200);
    const auto removed = [&](std::int64_t limit) {
        return world.write([&](QueueStore&, Sql& sql) { return UpkeepStore(sql).removeOfWebhook(webhook.id, limit); });
    };
    EXPECT_EQ(removed(700), 700);
    EXPECT_EQ(count("webhooks_deliveries"), "500");
    EXPECT_EQ(removed(0), 0);
    EXPECT_EQ(removed(700), 500);
    EXPECT_EQ(count("webhooks_messages"), "0");
}

// How many rows the server reads, by its own account: what it plans depends on its statistics.
TEST(UpkeepOnMysql, TheQueueIsReadPastWhatHasEndedAndWhatWaitsForLater) {
    QueueWorld world(Engine::Mysql);
    const Webhook webhook = world.add("https://example.com/");
    world.queue(webhook, 4000);
    world.execute("UPDATE webhooks_deliveries SET state = 'delivered', ended_at = due_at");
    world.queue(webhook, 4000);
    world.execute("UPDATE webhooks_deliveries SET due_at = due_at + 3600000 WHERE state = 'waiting'");
    world.queue(webhook, 100);
    ASSERT_TRUE(world.claim(webhook.lane));
    const auto rowsReadBy = [&](auto&& work) {
        return world.write([&](QueueStore& store, Sql& sql) {
            inkwell::test::updateStatistics(sql, "webhooks, webhooks_deliveries");
            const auto reads = [&] {
                std::int64_t sum = 0;
                for (const SqlRow& row : sql.select("SHOW SESSION STATUS LIKE 'Handler_read%'")) {
                    sum += std::stoll(row[1].text());
                }
                return sum;
            };
            const std::int64_t before = reads();
            work(store, sql);
            return reads() - before;
        });
    };
    constexpr std::int64_t kFew = 600;
    EXPECT_LT(rowsReadBy([](QueueStore& store, Sql&) { EXPECT_EQ(store.readyLanes().size(), 1U); }), kFew);
    EXPECT_LT(rowsReadBy([&](QueueStore& store, Sql&) { EXPECT_EQ(store.due(webhook.id, 50).size(), 50U); }), kFew);
    EXPECT_LT(rowsReadBy([&](QueueStore& store, Sql&) { EXPECT_EQ(store.liveClaims({&webhook.id, 1}), 1); }), kFew);
    EXPECT_LT(rowsReadBy([&](QueueStore&, Sql& sql) { EXPECT_EQ(UpkeepStore(sql).numbers().queued, 4100); }),
              4100 + kFew);
    EXPECT_LT(rowsReadBy([&](QueueStore&, Sql& sql) { EXPECT_EQ(UpkeepStore(sql).giveUp(500), 0); }), 4100 + kFew);
}

TEST_P(UpkeepTest, TellsWhenNobodySends) {
    upkeep.count();
    EXPECT_EQ(upkeep.queued(), 0);
    EXPECT_EQ(upkeep.lateMs(), 0);
    const Webhook webhook = world.add("https://example.com/");
    world.queue(webhook, 60);
    world.execute("UPDATE webhooks_deliveries SET due_at = due_at - 900000");
    upkeep.count();
    EXPECT_EQ(upkeep.queued(), 60);
    EXPECT_GE(upkeep.lateMs(), 900'000);
    EXPECT_EQ(upkeep.problem(), "") << "one look is not enough";
    upkeep.count();
    EXPECT_NE(upkeep.problem().find("15 minutes"), std::string::npos) << upkeep.problem();

    world.execute("UPDATE webhooks SET enabled = 0");
    upkeep.count();
    upkeep.count();
    EXPECT_EQ(upkeep.problem(), "");
    EXPECT_EQ(upkeep.lateMs(), 0);
}

TEST_P(UpkeepTest, AnEndpointThatIsTriedNowAndThenIsNotNeglectedHoweverLateItIs) {
    const Webhook webhook = world.add("https://example.com/");
    world.queue(webhook, 60);
    world.execute("UPDATE webhooks_deliveries SET due_at = due_at - 900000");
    const auto look = [&] {
        upkeep.count();
        upkeep.count();
        return upkeep.problem();
    };
    world.record(*world.claim(webhook.lane), {});
    EXPECT_NE(look(), "") << "claimed and given back is not tried";
    world.record(*world.claim(webhook.lane), {200});
    EXPECT_EQ(look(), "");
    EXPECT_GE(upkeep.lateMs(), 900'000);
    world.execute("UPDATE webhooks SET tried_at = tried_at - 660000");
    EXPECT_NE(look().find("11 minutes"), std::string::npos) << upkeep.problem();
    world.record(*world.claim(webhook.lane), {500});
    EXPECT_EQ(look(), "") << "an endpoint that fails is no fault of this server";
}

TEST_P(UpkeepTest, ACircuitThatHasJustClosedIsNoNeglect) {
    const Webhook webhook = world.add("https://example.com/");
    world.queue(webhook, 1);
    world.execute("UPDATE webhooks_deliveries SET due_at = due_at - 900000");
    world.execute("UPDATE webhooks SET open_until = " + world.one("SELECT due_at + 840000 FROM webhooks_deliveries"));
    upkeep.count();
    upkeep.count();
    EXPECT_GE(upkeep.lateMs(), 900'000);
    EXPECT_EQ(upkeep.problem(), "");
}

}  // namespace
}  // namespace inkwell::webhooks::test
