// Limits that a reload changes at once. Mail is in tests/interop/invitation_mail_test.cpp.
#include <gtest/gtest.h>

#include "tests/process/installation.h"
#include "tests/support/eventually.h"

namespace inkwell::test {
namespace {

class ReloadLimits : public testing::Test {
protected:
    void reload(const std::string& config) {
        std::ofstream(installation_.configFile(), std::ios::trunc) << config;
        const Finished reloaded = installation_.run({"reload"});
        EXPECT_EQ(reloaded.code, 0) << reloaded.err;
        EXPECT_EQ(reloaded.out.find("needs a restart"), std::string::npos) << reloaded.out;
        said_ = reloaded.out;
    }
    void expectSaid(const std::string& part) const {
        EXPECT_NE(said_.find(part), std::string::npos) << "'" << part << "' is not in:\n" << said_;
    }

    static std::string policyOf(const Reply& reply) {
        const auto found = reply.headers.find("ratelimit-policy");
        return found == reply.headers.end() ? "" : found->second;
    }

    Installation installation_{Engine::Sqlite};
    std::string said_;
};

TEST_F(ReloadLimits, OfAnAddressBeginChangeAndEnd) {
    const auto server = installation_.serve();
    const int port = Installation::portOf(*server);
    EXPECT_EQ(policyOf(sendRequest(port, "GET", "/v2/status")), "");

    reload(R"({"limits": {"address_requests_per_second": 1, "address_burst": 2}})");
    expectSaid("limits.address_requests_per_second: 0 -> 1\n");
    expectSaid("limits.address_burst: 200 -> 2\n");
    const Reply first = sendRequest(port, "GET", "/v2/status");
    EXPECT_EQ(policyOf(first), "\"address\";q=2;w=2");
    Reply last = first;
    for (int n = 0; n < 5 && last.status == 200; ++n) last = sendRequest(port, "GET", "/v2/status");
    EXPECT_EQ(last.status, 429);
    EXPECT_NE(last.message().find("too many requests from this address"), std::string::npos) << last.body;

    reload(R"({"limits": {"address_requests_per_second": 1000, "address_burst": 1000}})");
    EXPECT_EQ(policyOf(sendRequest(port, "GET", "/v2/status")), "\"address\";q=1000;w=1");
    reload("{}");
    const Reply free = sendRequest(port, "GET", "/v2/status");
    EXPECT_EQ(free.status, 200);
    EXPECT_EQ(policyOf(free), "");
}

TEST_F(ReloadLimits, OfAListReachRequestsTheCacheAndTheDescription) {
    const auto server = installation_.serve({"--demo", INKWELL_SOURCE_DIR "/share/demo"});
    ASSERT_TRUE(eventually([&] { return server->out().find("Try it:") != std::string::npos; }));
    const int port = Installation::portOf(*server);
    const std::string out = server->out();
    const std::string key = out.substr(out.find("read key       ") + 15, 50);
    const std::string list = "/v2/buckets/demo/objects?limit=1500&read_key=" + key;
    const auto maximum = [&] {
        const Json document = parseJson(sendRequest(port, "GET", "/v2/openapi.json").body);
        return document.at_pointer("/components/parameters/limit/schema/maximum").as_int64();
    };
    EXPECT_EQ(sendRequest(port, "GET", list).status, 400);
    EXPECT_EQ(maximum(), 1000);
    reload(R"({"limits": {"max_limit": 2000}})");
    for (int n = 0; n < 2; ++n) EXPECT_EQ(sendRequest(port, "GET", list).status, 200);
    EXPECT_EQ(maximum(), 2000);
    reload("{}");
    const Reply refused = sendRequest(port, "GET", list);
    EXPECT_EQ(refused.status, 400) << "a kept answer";
    EXPECT_NE(refused.body.find("1000"), std::string::npos) << refused.body;
}

}  // namespace
}  // namespace inkwell::test
