#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "inkwell/json.h"
#include "migrations.h"
#include "queue/ledger.h"
#include "queue/queue_store.h"
#include "registrations/webhook_store.h"
#include "tests/support/plugin_fixture.h"
#include "tests/support/private_mariadb.h"
#include "tests/support/test_server.h"

namespace inkwell::webhooks::test {

using inkwell::test::Engine;
using inkwell::test::PluginFixture;

inline const std::string kBucket = "b00000000000000000000001";

/// The plugin's tables on an engine, and short ways to fill and to look at them.
class QueueWorld {
public:
    explicit QueueWorld(Engine engine) : fixture(make(engine)) {
        const auto steps = migrations();
        fixture->migrate("webhooks", {steps.begin(), steps.end()});
    }

    template <class F>
    auto write(F&& work) {
        return fixture->database().write([&](Sql& sql) {
            QueueStore store(sql);
            return work(store, sql);
        });
    }

    /// Registers a webhook for everything.
    Webhook add(const std::string& endpoint, const std::function<void(Webhook&)>& change = {}) {
        Webhook webhook;
        webhook.id = fixture->ids().next();
        webhook.bucketId = kBucket;
        webhook.endpoint = endpoint;
        webhook.lane = laneOf(kBucket, endpoint);
        webhook.events = {"media.created"};
        webhook.secret = "whsec_c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0";
        webhook.createdBy = kBucket;
        if (change) change(webhook);
        write([&](QueueStore&, Sql& sql) { WebhookStore(sql).insert(webhook); });
        return webhook;
    }
    /// Queues deliveries that are due; their ids.
    std::vector<std::string> queue(const Webhook& webhook, int count, const std::string& body = "{}") {
        std::vector<std::string> ids;
        std::vector<Message> messages;
        std::vector<NewDelivery> deliveries;
        for (int i = 0; i < count; ++i) {
            messages.push_back({fixture->ids().next(), body, 1});
            ids.push_back(fixture->ids().next());
            deliveries.push_back({ids.back(), webhook.id, static_cast<std::size_t>(i)});
        }
        write([&](QueueStore& store, Sql&) { store.enqueue("media.created", messages, deliveries); });
        return ids;
    }

    void execute(const std::string& statement) {
        write([&](QueueStore&, Sql& sql) { sql.execute(statement); });
    }
    std::string one(const std::string& statement) {
        return write([&](QueueStore&, Sql& sql) { return sql.selectOne(statement)->at(0).text(); });
    }
    std::string stateOf(const std::string& delivery) {
        return one("SELECT state FROM webhooks_deliveries WHERE id = '" + delivery + "'");
    }

    std::optional<Slot> claim(const std::string& lane) { return claim(lane, fixture->ids().next()); }
    std::optional<Slot> claim(const std::string& lane, const std::string& claimId) {
        return write([&](QueueStore& store, Sql&) {
            const auto locked = store.tryLockLane(lane);
            return locked ? Ledger::claim(store, lane, *locked, claimId) : std::nullopt;
        });
    }
    Ledger::Notes record(const Slot& slot, const std::vector<int>& statuses) {
        Outcome outcome{slot, {}};
        for (const int status : statuses) {
            Tried tried;
            tried.status = status;
            tried.error = status == 0 ? "nobody answered" : "";
            outcome.tries.push_back(tried);
        }
        return record(outcome);
    }
    Ledger::Notes record(const Outcome& outcome) {
        const Ledger ledger([] { return 0.5; });
        std::optional<Ledger::Notes> notes;  // nothing while another thread of the test has the lane
        while (!notes) notes = write([&](QueueStore& store, Sql&) { return ledger.record(store, outcome); });
        return *notes;
    }
    std::vector<std::string> ready() {
        std::vector<std::string> lanes;
        write([&](QueueStore& store, Sql&) {
            lanes.clear();
            for (const auto& lane : store.readyLanes()) lanes.push_back(lane.lane);
        });
        return lanes;
    }

    std::unique_ptr<PluginFixture> fixture;

private:
    static std::unique_ptr<PluginFixture> make(Engine engine) {
        if (engine == Engine::Sqlite) return std::make_unique<PluginFixture>();
        auto& mariadb = inkwell::test::PrivateMariaDb::instance();
        return std::make_unique<PluginFixture>(
            "database_mysql",
            JsonObject{{"socket", mariadb.socket()}, {"user", "root"}, {"database", mariadb.freshDatabase()}});
    }
};

class QueueTest : public testing::TestWithParam<Engine> {
protected:
    QueueWorld world{GetParam()};
};

#define WEBHOOKS_ON_BOTH_ENGINES(Suite)                                                                    \
    INSTANTIATE_TEST_SUITE_P(Engines, Suite,                                                               \
                             testing::Values(inkwell::test::Engine::Sqlite, inkwell::test::Engine::Mysql), \
                             [](const auto& tested) { return inkwell::test::engineName(tested.param); })

}  // namespace inkwell::webhooks::test
