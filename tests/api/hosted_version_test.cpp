// interface/errors-and-limits.md, "Compatibility": /v3.
#include "inkwell/crypto.h"
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

class HostedVersion : public testing::TestWithParam<Engine> {
protected:
    static TestServerOptions options(bool hostedClients) {
        TestServerOptions options;
        options.hostedClients = hostedClients;
        return options;
    }
};
INKWELL_ON_BOTH_ENGINES(HostedVersion);

TEST_P(HostedVersion, IsNotThereWithoutTheSwitch) {
    TestServer api(GetParam(), options(false));
    const auto bucket = api.makeBucket();
    const std::string path = "/v3/buckets/" + bucket.slug;
    const Headers key{bearer(bucket.writeKey)};
    for (const int port : {api.port(), api.uploadPort()}) {
        for (const char* method : {"GET", "POST", "DELETE", "PATCH"})
            EXPECT_EQ(sendRequest(port, method, path + "/objects?read_key=" + bucket.readKey, key).status, 404)
                << method;
        EXPECT_EQ(sendRequest(port, "POST", path + "/media", key).status, 404);
        EXPECT_EQ(sendRequest(port, "OPTIONS", path + "/media", key).status, 404);
    }
}

TEST_P(HostedVersion, HasTheHandlersOfTheSecondOne) {
    TestServer api(GetParam(), options(true));
    const auto bucket = api.makeBucket();
    const auto read = [&](const std::string& version) {
        return api.get("/" + version + "/buckets/" + bucket.slug + "/object-types?read_key=" + bucket.readKey);
    };
    const Reply made = api.send("POST", "/v3/buckets/" + bucket.slug + "/object-types", bucket.writeKey,
                                JsonObject{{"title", "Posts"}, {"metafields", JsonArray()}});
    EXPECT_EQ(made.status, 200) << made.body;
    EXPECT_EQ(read("v3").status, 200);
    EXPECT_EQ(read("v3").body, read("v2").body);
    EXPECT_EQ(api.get("/v3/openapi.json").body, api.get("/v2/openapi.json").body);
    EXPECT_EQ(read("v4").status, 404);
    EXPECT_EQ(read("v33").status, 404);
    const Reply none = api.get("/v3/nothing");
    EXPECT_EQ(none.status, 404);
    EXPECT_NE(none.body.find("there is nothing at '/v3/nothing'"), std::string::npos) << none.body;
    const Reply wrong = sendRequest(api.port(), "PUT", "/v3/buckets/" + bucket.slug + "/object-types");
    EXPECT_EQ(wrong.status, 405);
    EXPECT_EQ(wrong.headers.at("allow"), "GET, HEAD, POST, OPTIONS");
}

TEST_P(HostedVersion, AnswersPreflightsAndUploadsAtTheUploadAddress) {
    TestServer api(GetParam(), options(true));
    const auto bucket = api.makeBucket();
    const std::string path = "/v3/buckets/" + bucket.slug + "/media";
    const Reply preflight =
        sendRequest(api.uploadPort(), "OPTIONS", path,
                    {{"Origin", "https://site.example"}, {"Access-Control-Request-Method", "POST"}});
    EXPECT_EQ(preflight.status, 204);
    EXPECT_NE(preflight.headers.at("access-control-allow-methods").find("POST"), std::string::npos);
    EXPECT_EQ(sendRequest(api.uploadPort(), "POST", path).status, 401);
    EXPECT_EQ(sendRequest(api.uploadPort(), "GET", "/v3/buckets/" + bucket.slug + "/objects").status, 404);
}

TEST_P(HostedVersion, AListOfPagesWithoutATotalIsNoEmptyOne) {
    TestServer api(GetParam(), options(true));
    const auto bucket = api.makeBucket();
    const std::string path = "/v3/buckets/" + bucket.slug;
    api.send("POST", path + "/object-types", bucket.writeKey,
             JsonObject{{"title", "Posts"}, {"metafields", JsonArray()}});
    api.send("POST", path + "/objects", bucket.writeKey, JsonObject{{"title", "One"}, {"type", "posts"}});
    EXPECT_EQ(api.get(path + "/objects?total=false&read_key=" + bucket.readKey).array("objects").size(), 1U);
    const Reply none = api.get(path + "/objects?query={\"slug\":\"two\"}&read_key=" + bucket.readKey);
    EXPECT_EQ(refusalOf(none), "404: No objects found for your query, in bucket '" + bucket.slug + "'");
}

}  // namespace
}  // namespace inkwell::test
