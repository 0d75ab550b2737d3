// Plugins switched on and off while the server serves.
#include <atomic>
#include <thread>

#include "kernel/app/admin_requests.h"
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class PluginSwitch : public testing::TestWithParam<Engine> {};
INKWELL_ON_BOTH_ENGINES(PluginSwitch);

JsonObject ask(TestServer& api, const std::string& command, const std::string& id) {
    return kernel::answerAdminRequest(api.server(), {{"command", command}, {"id", id}});
}

TEST_P(PluginSwitch, TheRestGoesOnWithoutLosingARequest) {
    TestServer api(GetParam());
    const TestServer::Bucket bucket = api.makeBucket();
    const std::string readKey = "?read_key=" + bucket.readKey;
    std::atomic<bool> stop{false};
    std::atomic<int> served{0};
    std::atomic<int> failed{0};
    std::vector<std::thread> readers;
    for (int i = 0; i < 3; ++i) {
        readers.emplace_back([&] {
            while (!stop) {
                const Reply reply = api.get("/v2/buckets/" + bucket.slug + "/objects" + readKey);
                (reply.status == 200 ? served : failed)++;
            }
        });
    }
    for (int i = 0; i < 10; ++i) {
        ask(api, "disable", "media");
        const Reply off = api.get("/v2/buckets/" + bucket.slug + "/media" + readKey);
        EXPECT_EQ(off.status, 404);
        EXPECT_NE(off.message().find("'media'"), std::string::npos) << off.body;
        ask(api, "enable", "media");
        EXPECT_EQ(api.get("/v2/buckets/" + bucket.slug + "/media" + readKey).status, 200);
    }
    stop = true;
    for (std::thread& reader : readers) reader.join();
    EXPECT_GT(served, 0);
    EXPECT_EQ(failed, 0);
}

TEST_P(PluginSwitch, WhatOthersNeedStaysOn) {
    TestServer api(GetParam());
    for (const std::string& id : {std::string("buckets"), "database_" + engineName(GetParam())}) {
        const std::string refusal = errorOf([&] { ask(api, "disable", id); });
        EXPECT_TRUE(refusal.starts_with("409: plugin '" + id + "' cannot be disabled: ")) << refusal;
    }
    EXPECT_THROW(ask(api, "disable", "no-such-plugin"), ApiError);
    EXPECT_THROW(ask(api, "explode", "media"), ApiError);
}

TEST_P(PluginSwitch, AListNamesEveryPluginWithItsState) {
    TestServerOptions options;
    options.disabled = {"users"};
    TestServer api(GetParam(), options);
    const JsonArray plugins = ask(api, "plugins", "").at("plugins").as_array();
    std::map<std::string, std::string> states;
    for (const Json& one : plugins)
        states[std::string(textOf(one.as_object(), "id"))] = textOf(one.as_object(), "state");
    EXPECT_EQ(states.at("users"), "disabled");
    for (const char* id : {"buckets", "objects", "metafields", "media"}) EXPECT_EQ(states.at(id), "running") << id;
}

}  // namespace
}  // namespace inkwell::test
