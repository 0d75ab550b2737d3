// Plugins that come to a running server: their migrations, and a start that fails.
#include "inkwell/error.h"
#include "tests/fixtures/plugins/fixture.h"
#include "tests/support/api_scenario.h"
#include "tests/support/eventually.h"
#include "tests/switching/load.h"

namespace inkwell::test {
namespace {

class Enabling : public testing::TestWithParam<Engine> {
protected:
    static TestServerOptions with(const std::string& fixtures, const std::vector<std::string>& disabled) {
        TestServerOptions options;
        options.morePluginDirectories = {PLUGIN_FIXTURES "/" + fixtures};
        options.disabled = disabled;
        return options;
    }
    static std::int64_t numberOf(TestServer& api, const std::string& statement) {
        return api.server().database().read([&](Sql& sql) { return sql.selectOne(statement)->at(0).integer(); });
    }
    static kernel::PluginStatus statusOf(TestServer& api, const std::string& id) {
        for (const kernel::PluginStatus& one : api.server().plugins().statuses()) {
            if (one.id == id) return one;
        }
        throw std::logic_error("there is no plugin " + id);
    }
    static bool enable(TestServer& api, const std::string& id) {
        try {
            return api.server().enablePlugin(id).changed;
        } catch (const ApiError&) {
            return false;
        }
    }
    static void expectNoFailure(Load& load) {
        load.await("deleted object");
        load.stop();
        for (const std::string& failure : load.tally().failures()) ADD_FAILURE() << failure;
    }
};
INKWELL_ON_BOTH_ENGINES(Enabling);

TEST_P(Enabling, RunsPendingMigrationsUnderLoadAndOnce) {
    const std::string applied = "SELECT COUNT(*) FROM schema_migrations WHERE plugin = 'greeter'";
    TestServer api(GetParam(), with("good", {"greeter", "guest"}));
    EXPECT_EQ(numberOf(api, applied), 0);
    EXPECT_EQ(api.get("/greet/anna").status, 404);
    const Board board({});
    Load load(api, board);
    for (int i = 0; i < 3; ++i) {
        EXPECT_TRUE(api.server().enablePlugin("greeter").changed);
        EXPECT_EQ(api.get("/greet/anna").message(), "hello");
        EXPECT_EQ(numberOf(api, applied), 1);
        EXPECT_EQ(numberOf(api, "SELECT COUNT(*) FROM greeter_greetings"), 0);
        EXPECT_TRUE(api.server().disablePlugin("greeter").changed);
    }
    expectNoFailure(load);
}

TEST_P(Enabling, WhatCannotStartStaysOffWithTheReason) {
    TestServer api(GetParam(), with("starts_late", {"starts_late"}));
    const Board board({});
    Load load(api, board);
    for (int i = 0; i < 5; ++i) {
        try {
            api.server().enablePlugin("starts_late");
            ADD_FAILURE() << "it started";
        } catch (const ApiError& error) {
            EXPECT_EQ(error.status(), 409);
            EXPECT_EQ(error.message(), "plugin 'starts_late' cannot be enabled: start failed: nobody says hello");
        }
        EXPECT_EQ(statusOf(api, "starts_late").state, kernel::PluginState::Failed);
        EXPECT_EQ(statusOf(api, "starts_late").reason, "start failed: nobody says hello");
        EXPECT_EQ(api.get("/late").status, 404);
    }
    expectNoFailure(load);
}

TEST_P(Enabling, WaitsForWhatStillUsesThePlugin) {
    TestServer api(GetParam(), with("blocks", {}));
    auto& blocker = *api.server().plugins().find<fixtures::Blocker>();
    const TestServer::Bucket bucket = api.makeBucket();
    const std::string path = "/v2/buckets/" + bucket.slug;
    api.send("POST", path + "/object-types", bucket.writeKey, JsonObject{{"title", "Posts"}, {"slug", "posts"}});
    const JsonObject post{{"title", "A"}, {"type", "posts"}};
    const std::map<std::string, std::function<Reply()>> users = {
        {"handler", [&] { return api.get("/blocks"); }},
        {"listener", [&] { return api.send("POST", path + "/objects", bucket.writeKey, post); }},
    };
    for (const auto& [what, use] : users) {
        blocker.arm(what);
        Reply reply;
        std::thread user([&reply, &make = use] { reply = make(); });
        EXPECT_TRUE(eventually([&] { return blocker.isBlocked(); })) << what;
        const auto result = api.server().plugins().disable("blocks", std::chrono::milliseconds(20));
        EXPECT_TRUE(result.changed);
        EXPECT_NE(result.warning.find("did not end within 20 ms"), std::string::npos) << what << result.warning;
        EXPECT_EQ(api.get("/blocks").status, 404);
        EXPECT_EQ(api.get(path + "/objects?read_key=" + bucket.readKey).status, 200) << "everything else works";
        EXPECT_THROW(api.server().enablePlugin("blocks"), ApiError) << what;

        blocker.release();
        user.join();
        EXPECT_EQ(reply.status, 200) << what << reply.body;
        // The client has its answer a moment before the server has put it away.
        EXPECT_TRUE(eventually([&] { return enable(api, "blocks"); })) << what;
        EXPECT_EQ(api.get("/blocks").status, 200);
    }
}

}  // namespace
}  // namespace inkwell::test
