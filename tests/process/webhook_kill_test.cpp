// A delivery that was committed comes, wherever the server dies (interface/webhooks.md, "Delivery").
#include <gtest/gtest.h>
#include <signal.h>

#include <set>
#include <thread>

#include "tests/process/installation.h"
#include "tests/support/eventually.h"
#include "tests/support/http_receiver.h"
#include "tests/support/invitation.h"

namespace inkwell::test {
namespace {

class WebhookKill : public testing::TestWithParam<Engine> {
protected:
    void SetUp() override { allowLocalhost(installation_); }
    static void allowLocalhost(const Installation& installation) {
        std::filesystem::create_directories(installation.directory() + "/config/plugins.d");
        std::ofstream(installation.directory() + "/config/plugins.d/webhooks.json")
            << R"({"allowed_hosts": ["127.0.0.1"]})";
    }
    void start() {
        server_ = installation_.serve();
        port_ = Installation::portOf(*server_);
    }
    void kill() {
        server_->send(SIGKILL);
        server_->wait();
    }
    JsonObject ask(const std::string& method, const std::string& path, const std::string& token, const Json& body) {
        Headers headers;
        if (!token.empty()) headers.push_back(bearer(token));
        const Reply reply = sendRequest(port_, method, path, headers, body.is_null() ? "" : writeJson(body));
        EXPECT_EQ(reply.status, 200) << path << ": " << reply.body;
        return reply.status == 200 ? reply.json() : JsonObject();
    }
    /// An account, a bucket with a type, and a webhook that goes to `endpoint`.
    void prepare(const std::string& endpoint) {
        const Finished added = installation_.run({"user", "add", "--email", "ann@example.com", "--admin"});
        ASSERT_EQ(added.code, 0) << added.err;
        admin_ = acceptInvitation(port_, "ann@example.com", added.out);
        ask("POST", "/v2/buckets", admin_, {{"title", "B"}, {"slug", "b"}});
        ask("POST", "/v2/buckets/b/object-types", admin_, {{"title", "Posts"}});
        hook_ = textOf(ask("POST", "/v2/buckets/b/webhooks", admin_,
                           {{"endpoint", endpoint}, {"event", "object.edited.published"}})
                           .at("webhook")
                           .as_object(),
                       "id");
    }
    std::set<std::string> deliveryIds(const std::string& state = "") {
        std::set<std::string> ids;
        const std::string query = state.empty() ? "" : "?state=" + state;
        const JsonObject log = ask("GET", "/v2/buckets/b/webhooks/" + hook_ + "/deliveries" + query, admin_, nullptr);
        for (const Json& one : log.at("deliveries").as_array()) ids.emplace(textOf(one.as_object(), "id"));
        return ids;
    }
    /// Whether more requests than `before` come within `limit`.
    static bool goOnWithin(std::chrono::seconds limit, const HttpReceiver& receiver, std::size_t before) {
        return eventually([&] { return receiver.requests().size() > before; }, limit);
    }
    /// Posts whose deliveries reach a receiver that does not answer: two are under way, some are claimed, the others
    /// only queued. Then the server is killed.
    std::set<std::string> killWhileSending(HttpReceiver& receiver) {
        JsonArray ids;
        for (std::size_t i = 0; i < kPosts; ++i) {
            const JsonObject made = ask("POST", "/v2/buckets/b/objects", admin_,
                                        {{"type", "posts"}, {"title", "A " + std::to_string(i)}, {"status", "draft"}});
            ids.push_back(made.at("object").at("id"));
        }
        // At once: after a while the server gives up on a receiver that does not answer.
        ask("POST", "/v2/buckets/b/objects/bulk", admin_,
            {{"ids", ids}, {"action", "publish"}, {"trigger_webhook", true}});
        EXPECT_TRUE(receiver.waitFor(2));
        const std::set<std::string> queued = deliveryIds();
        EXPECT_EQ(queued.size(), kPosts);
        kill();
        receiver.answerWith({});
        return queued;
    }
    /// Of the dead server: for those nobody waits.
    void lengthenLeases() {
        const std::string sql =
            "UPDATE webhooks_deliveries SET lease_until = lease_until + 3600000 WHERE lease_until IS NOT NULL";
        if (GetParam() == Engine::Mysql) {
            PrivateMariaDb::instance().run("USE " + installation_.database() + "; " + sql);
        } else {
            const Finished done = runProgram("/usr/bin/sqlite3", {installation_.database(), sql});
            ASSERT_EQ(done.code, 0) << done.err;
        }
    }
    static constexpr std::size_t kPosts = 120;

    const Installation installation_{GetParam()};
    std::unique_ptr<ChildProcess> server_;
    int port_ = 0;
    std::string admin_;
    std::string hook_;
};
INSTANTIATE_TEST_SUITE_P(Engines, WebhookKill, testing::Values(Engine::Sqlite, Engine::Mysql),
                         [](const auto& tested) { return engineName(tested.param); });

TEST_P(WebhookKill, WhatWasCommittedComesUnderTheSameIdRightAfterTheRestart) {
    HttpReceiver receiver({.never = true});
    start();
    prepare(receiver.url());
    const std::set<std::string> queued = killWhileSending(receiver);
    lengthenLeases();
    start();
    EXPECT_TRUE(receiver.waitFor(3));
    ASSERT_TRUE(eventually([&] { return deliveryIds("delivered").size() == kPosts; }));
    const std::vector<HttpReceiver::Received> requests = receiver.requests();
    EXPECT_EQ(requests.size(), kPosts + 2);
    std::map<std::string, std::set<std::string>> bodies;
    for (const auto& one : requests) bodies[one.header("webhook-id")].insert(one.body);
    for (const auto& [id, some] : bodies) {
        EXPECT_TRUE(queued.contains(id)) << id;
        EXPECT_EQ(some.size(), 1U) << id << " came with another body";
    }
    EXPECT_EQ(bodies.size(), kPosts);
}

TEST_P(WebhookKill, AnotherServerGoesOnWhenTheLeasesOfTheDeadOneHaveRunOut) {
    HttpReceiver receiver({.never = true});
    start();
    prepare(receiver.url());
    killWhileSending(receiver);
    const Installation other(GetParam(), installation_.database());
    allowLocalhost(other);
    server_ = other.serve();
    port_ = Installation::portOf(*server_);
    EXPECT_TRUE(goOnWithin(std::chrono::seconds(30), receiver, 2));
    EXPECT_TRUE(eventually([&] { return deliveryIds("delivered").size() == kPosts; }));
    EXPECT_EQ(receiver.requests().size(), kPosts + 2);
    server_.reset();
}

}  // namespace
}  // namespace inkwell::test
