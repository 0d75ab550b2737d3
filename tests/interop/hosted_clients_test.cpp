// The clients of another service, from npm, unmodified but for their addresses (interface/errors-and-limits.md,
// "Compatibility"; decision 0029).
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "inkwell/crypto.h"
#include "inkwell/text.h"
#include "tests/interop/npm_packages.h"
#include "tests/support/child_process.h"
#include "tests/support/png.h"
#include "tests/support/test_server.h"

namespace inkwell::test {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kWidth = 64;
constexpr std::uint32_t kHeight = 48;

TestServerOptions hosted() {
    TestServerOptions options;
    options.hostedClients = true;
    return options;
}

class HostedClients : public testing::Test {
protected:
    HostedClients() : server_(Engine::Sqlite, hosted()), bucket_(server_.makeBucket()) {
        std::string pixels;
        for (std::uint32_t y = 0; y < kHeight; ++y) pixels += std::string(1, '\0') + std::string(kWidth, char(y * 4));
        std::ofstream(picture_, std::ios::binary) << png(kWidth, kHeight, PngColour::Grey, pixels);
    }
    ~HostedClients() override { fs::remove(picture_); }

    std::string addressOf(int port) const { return "http://127.0.0.1:" + std::to_string(port); }

    Json made(const std::string& path, const Json& body) {
        const Reply reply = server_.send("POST", "/v3/buckets/" + bucket_.slug + path, bucket_.writeKey, body);
        EXPECT_EQ(reply.status, 200) << reply.body;
        return reply.json();
    }

    std::string upload(const std::string& name) {
        std::ifstream file(picture_, std::ios::binary);
        const std::string bytes(std::istreambuf_iterator<char>(file), {});
        const std::string body = "--b\r\nContent-Disposition: form-data; name=\"media\"; filename=\"" + name +
                                 "\"\r\n\r\n" + bytes + "\r\n--b--\r\n";
        const Reply reply =
            sendRequest(server_.uploadPort(), "POST", "/v3/buckets/" + bucket_.slug + "/media",
                        {bearer(bucket_.writeKey), {"Content-Type", "multipart/form-data; boundary=b"}}, body);
        EXPECT_EQ(reply.status, 200) << reply.body;
        return std::string(textOf(reply.object("media"), "name"));
    }

    void expectDone(std::vector<std::string> words, JsonObject more = {}) {
        more["main"] = addressOf(server_.port());
        more["upload"] = addressOf(server_.uploadPort());
        more["slug"] = bucket_.slug;
        more["readKey"] = bucket_.readKey;
        more["writeKey"] = bucket_.writeKey;
        more["picture"] = picture_;
        words[0] = npmPackages() / words[0];
        words.insert(words.begin(), "node");
        words.push_back(writeJson(more));
        const Finished finished = runProgram("/usr/bin/env", words);
        EXPECT_EQ(finished.code, 0) << finished.err;
        EXPECT_EQ(trimmed(finished.out), "done");
    }

    const std::string picture_ = (fs::temp_directory_path() / ("inkwell-hosted-" + randomToken(12) + ".png")).string();
    TestServer server_;
    TestServer::Bucket bucket_;
};

TEST_F(HostedClients, TheNewSdkReadsAndWrites) { expectDone({"hosted_sdk.mjs"}); }

TEST_F(HostedClients, GatsbyTurnsABucketIntoNodes) {
    made("/object-types", {{"title", "Authors"}});
    made("/object-types", {{"title", "Empty"}});
    const auto metafield = [](const char* type, const char* key) {
        return JsonObject{{"type", type}, {"key", key}, {"title", key}, {"value", ""}};
    };
    JsonObject author = metafield("object", "author");
    author["object_type"] = "authors";
    JsonObject seo = metafield("parent", "seo");
    seo.erase("value");
    seo["children"] = JsonArray{metafield("file", "image")};
    JsonObject steps = metafield("repeater", "steps");
    steps.erase("value");
    steps["repeater_fields"] = JsonArray{metafield("text", "text")};
    made("/object-types",
         {{"title", "Posts"},
          {"metafields", JsonArray{metafield("number", "price"), metafield("file", "hero"), author, seo, steps}}});
    const Json ada = made("/objects", {{"type", "authors"}, {"title", "Ada"}});
    int price = 1;
    for (const char* title : {"One", "Two", "Three"}) {
        made("/objects", {{"type", "posts"},
                          {"title", title},
                          {"metadata",
                           {{"price", price++},
                            {"hero", upload("hero.png")},
                            {"author", ada.at("object").at("id")},
                            {"steps", JsonArray{JsonObject{{"text", "Go"}}}}}}});
    }
    expectDone({"hosted_gatsby.mjs"});
}

class OlderClients : public HostedClients, public testing::WithParamInterface<const char*> {};

TEST_P(OlderClients, ReadAndWriteThroughTheirVersion) {
    made("/media-folders", {{"title", "Photos"}});
    const TestServer::User user = server_.makeUser(bucket_, "admin");
    expectDone({"hosted_cosmicjs.mjs", GetParam()}, {{"email", user.email}, {"password", kPassword}});
}

INSTANTIATE_TEST_SUITE_P(Cosmicjs, OlderClients, testing::Values("4", "5"),
                         [](const auto& tested) { return "Version" + std::string(tested.param); });

}  // namespace
}  // namespace inkwell::test
