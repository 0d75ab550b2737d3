// What the npm package standardwebhooks says of our signatures (interface/webhooks.md, "Signatures").
#include <gtest/gtest.h>

#include "tests/interop/npm_packages.h"
#include "tests/support/child_process.h"
#include "tests/support/http_receiver.h"
#include "tests/support/test_server.h"

namespace inkwell::test {
namespace {

class StandardWebhooks : public testing::Test {
protected:
    void SetUp() override {
        TestServerOptions options;
        options.pluginSettings["webhooks"]["allowed_hosts"] = {"127.0.0.1"};
        server_ = std::make_unique<TestServer>(Engine::Sqlite, options);
        bucket_ = server_->makeBucket();
        admin_ = server_->makeUser(bucket_, "admin");
        ask("POST", "/object-types", {{"title", "Posts"}});
    }

    JsonObject ask(const std::string& method, const std::string& rest, const Json& body) {
        const Reply reply = server_->send(method, "/v2/buckets/" + bucket_.slug + rest, admin_.token, body);
        EXPECT_EQ(reply.status, 200) << reply.body;
        return reply.json();
    }
    void post(const std::string& title) {
        ask("POST", "/objects", {{"type", "posts"}, {"title", title}, {"trigger_webhook", true}});
    }
    static JsonObject question(const std::string& secret, const HttpReceiver::Received& delivery) {
        JsonObject headers;
        for (const auto& [name, value] : delivery.headers) headers[name] = value;
        return {{"secret", secret}, {"headers", headers}, {"body", delivery.body}};
    }
    static Json verify(const JsonArray& questions) {
        const Finished finished =
            runProgram("/usr/bin/env", {"node", npmPackages() / "verify_webhooks.mjs"}, {}, writeJson(questions));
        EXPECT_EQ(finished.code, 0) << finished.err;
        return finished.code == 0 ? parseStoredJson(finished.out) : Json();
    }

    std::unique_ptr<TestServer> server_;
    TestServer::Bucket bucket_;
    TestServer::User admin_;
};

TEST_F(StandardWebhooks, VerifiesWhatThisServerSends) {
    HttpReceiver receiver;
    const JsonObject created =
        ask("POST", "/webhooks", {{"endpoint", receiver.url()}, {"event", "object.created.published"}})
            .at("webhook")
            .as_object();
    const std::string secret(textOf(created, "secret"));
    post("Grüße \U0001F40C");
    ASSERT_TRUE(receiver.waitFor(1));
    const std::string rotate = "/webhooks/" + std::string(textOf(created, "id")) + "/rotate-secret";
    const std::string newSecret(textOf(ask("POST", rotate, nullptr).at("webhook").as_object(), "secret"));
    post("After the rotation");
    ASSERT_TRUE(receiver.waitFor(2));

    const auto requests = receiver.requests();
    HttpReceiver::Received tampered = requests[0];
    tampered.body.replace(tampered.body.find("published"), 9, "unlisted!");
    HttpReceiver::Received replayed = requests[0];
    replayed.headers["webhook-timestamp"] = "1700000000";
    HttpReceiver::Received renamed = requests[0];
    renamed.headers["webhook-id"] = requests[1].header("webhook-id");
    const Json published = "object.created.published";
    EXPECT_EQ(verify({question(secret, requests[0]), question(newSecret, requests[0]), question(secret, requests[1]),
                      question(newSecret, requests[1]), question(secret, tampered), question(secret, replayed),
                      question(secret, renamed)}),
              Json(JsonArray{published, nullptr, published, published, nullptr, nullptr, nullptr}));
}

}  // namespace
}  // namespace inkwell::test
