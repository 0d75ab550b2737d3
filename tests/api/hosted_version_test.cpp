// interface/errors-and-limits.md, "Compatibility": /v3.
#include "tests/support/api_scenario.h"

namespace inkwell::test {
namespace {

std::string addressOf(int port) { return "http://127.0.0.1:" + std::to_string(port); }

std::string nothingAtMain(const TestServer& api, const std::string& path) {
    return "404: there is nothing at '" + path + "'; the guide to what there is stands at " + addressOf(api.port()) +
           "/docs";
}

std::string nothingAtUpload(const TestServer& api, const std::string& path) {
    return "404: there is nothing at '" + path + "'; this is the upload address, everything else is at " +
           addressOf(api.port());
}

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
    const Headers key{bearer(bucket.writeKey)};
    for (const char* rest : {"/objects", "/media"}) {
        const std::string path = "/v3/buckets/" + bucket.slug + rest;
        for (const char* method : {"GET", "POST", "DELETE", "PATCH"}) {
            EXPECT_EQ(refusalOf(sendRequest(api.port(), method, path + "?read_key=" + bucket.readKey, key)),
                      nothingAtMain(api, path));
            EXPECT_EQ(refusalOf(sendRequest(api.uploadPort(), method, path, key)), nothingAtUpload(api, path));
        }
        EXPECT_EQ(refusalOf(sendRequest(api.port(), "OPTIONS", path)), nothingAtMain(api, path));
    }
}

TEST_P(HostedVersion, HasTheHandlersOfTheSecondOne) {
    TestServer api(GetParam(), options(true));
    const auto bucket = api.makeBucket();
    const auto pathOf = [&](const std::string& version) {
        return "/" + version + "/buckets/" + bucket.slug + "/object-types";
    };
    const auto read = [&](const std::string& version) {
        return api.get(pathOf(version) + "?read_key=" + bucket.readKey);
    };
    const Reply made =
        api.send("POST", pathOf("v3"), bucket.writeKey, JsonObject{{"title", "Posts"}, {"metafields", JsonArray()}});
    EXPECT_EQ(made.status, 200) << made.body;
    EXPECT_EQ(read("v3").array("object_types").size(), 1U);
    EXPECT_EQ(read("v3").body, read("v2").body);
    EXPECT_EQ(api.get("/v3/openapi.json").body, api.get("/v2/openapi.json").body);
    for (const char* other : {"v4", "v33"}) EXPECT_EQ(refusalOf(read(other)), nothingAtMain(api, pathOf(other)));
    EXPECT_EQ(refusalOf(api.get("/v3/nothing")), nothingAtMain(api, "/v3/nothing"));
    EXPECT_EQ(refusalOf(sendRequest(api.port(), "PUT", pathOf("v3"))),
              "405: this address does not answer to that method; it does to GET, HEAD, POST, OPTIONS");
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
    EXPECT_EQ(refusalOf(sendRequest(api.uploadPort(), "POST", path)), kNoWriteKey);
    const std::string elsewhere = "/v3/buckets/" + bucket.slug + "/objects";
    EXPECT_EQ(refusalOf(sendRequest(api.uploadPort(), "GET", elsewhere)), nothingAtUpload(api, elsewhere));
}

TEST_P(HostedVersion, APageWithoutATotalIsNoEmptyList) {
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
