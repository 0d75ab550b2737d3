#pragma once

#include <string>
#include <vector>

#include "tests/support/api_scenario.h"
#include "tests/support/eventually.h"
#include "tests/support/http_receiver.h"

namespace inkwell::test {

/// A bucket with the type `posts`, its admin, and short ways to register webhooks and to look at their deliveries.
class WebhooksTest : public ApiTest {
protected:
    void SetUp() override {
        ApiTest::SetUp();
        admin_ = api().makeUser(bucket(), "admin");
        makeType("posts");
    }

    Reply send(const std::string& method, const std::string& rest, const Json& body = nullptr) {
        return api().send(method, path("/webhooks" + rest), admin_.token, body);
    }
    /// Registers and returns the webhook of the answer.
    JsonObject hook(const std::string& endpoint, const std::vector<std::string>& events, const JsonObject& more = {}) {
        JsonObject body{{"endpoint", endpoint}, {"events", JsonArray(events.begin(), events.end())}};
        for (const auto& member : more) body[member.key()] = member.value();
        return made(send("POST", "", body), "webhook");
    }
    static std::string idOf(const JsonObject& record) { return std::string(textOf(record, "id")); }

    /// The newest first.
    JsonArray deliveries(const std::string& id, const std::string& query = "") {
        const Reply reply = send("GET", "/" + id + "/deliveries" + query);
        EXPECT_EQ(reply.status, 200) << reply.body;
        return reply.array("deliveries");
    }
    JsonObject only(const std::string& id) {
        const JsonArray all = deliveries(id);
        EXPECT_EQ(all.size(), 1U);
        return all.at(0).as_object();
    }
    bool waitForState(const std::string& id, const std::string& state, std::size_t count = 1) {
        return eventually([&] { return deliveries(id, "?state=" + state).size() >= count; });
    }
    bool waitForAttempts(const std::string& id, std::size_t count) {
        return eventually([&] { return only(id).at("attempts").as_array().size() >= count; });
    }

    JsonObject post(const std::string& title, const JsonObject& more = {}) {
        JsonObject body{{"trigger_webhook", true}};
        for (const auto& member : more) body[member.key()] = member.value();
        return makeObject("posts", title, body);
    }

    /// What waits for its next try need not wait any longer; an edit of the enabled webhook `id` makes the server look
    /// at once.
    void makeDue(const std::string& id = "") {
        api().server().database().write([](Sql& sql) {
            sql.execute("UPDATE webhooks SET open_until = 0");
            sql.execute("UPDATE webhooks_deliveries SET due_at = 1 WHERE state = 'waiting'");
        });
        if (id.empty()) return;
        EXPECT_EQ(send("PATCH", "/" + id, {{"title", "Look"}}).status, 200);
    }
    std::int64_t rows(const std::string& statement) {
        return api().server().database().read([&](Sql& sql) { return sql.selectOne(statement)->at(0).integer(); });
    }

    TestServer::User admin_;
};

}  // namespace inkwell::test
