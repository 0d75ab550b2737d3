#include "kernel/http/route_calls.h"

#include "tests/kernel/http/live_server.h"

namespace inkwell::kernel::test {
namespace {

using Call = ServerRoutes::Call;

class RouteCalls_ : public LiveServer {
protected:
    RouteCalls_() : LiveServer(8) {}  // one place for costly work

    /// The request of a client that another protocol has brought.
    static Request from(const std::string& token) {
        RequestParts parts;
        parts.method = Method::Post;
        parts.id = "outer";
        parts.query = {{"read_key", kReadKey}};
        parts.headers = {
            {"Cookie", "inkwell_session=token-of-admin"}, {"Range", "bytes=0-1"}, {"X-Read-Key", kReadKey}};
        if (!token.empty()) parts.headers.emplace_back("Authorization", "Bearer " + token);
        parts.clientAddress = "192.0.2.7";
        return Request(std::move(parts));
    }
    Response call(Call call, const std::string& token = kWriteKey) {
        return server_->routes().call(from(token), std::move(call));
    }
    /// "404 there is no ..."
    static std::string refusalOf(const Response& response) {
        return std::to_string(response.status) + " " + std::string(textOf(response.json.as_object(), "message"));
    }
};

const std::string kObjects = "/v2/buckets/blog/objects";

TEST_F(RouteCalls_, PassTheGatekeeperWithTheTokenOfTheClientAndNothingElseOfIt) {
    const Call write{.method = Method::Post, .path = kObjects, .body = JsonObject{{"a", 1}}};
    EXPECT_EQ(call(write).status, 200);
    EXPECT_EQ(call(write, "token-of-editor").status, 200);
    EXPECT_EQ(call(write, "token-of-stranger").status, 404);
    EXPECT_EQ(call(write, "wrong").status, 401);
    EXPECT_EQ(call(write, "").status, 401);
    EXPECT_EQ(handled_, 2);
    EXPECT_EQ(call({.path = kObjects}, "").status, 401) << "the read key and the cookie of the client were used";
    EXPECT_EQ(call({.path = kObjects}, "token-of-editor").status, 200);
    EXPECT_EQ(call({.path = "/range"}).json.at("range"), "-");
}

TEST_F(RouteCalls_, FindRoutesAsAConnectionDoes) {
    const Response found = call({.path = "/items/a%20b", .query = {{"a", "x&y"}}});
    EXPECT_EQ(writeJson(found.json), R"({"id":"a b","a":"x&y"})");
    EXPECT_EQ(call({.path = "/nothing"}).status, 404);
    EXPECT_EQ(call({.path = "/items/a%2Fb"}).json.at("id"), "a/b");
    const Response method = call({.method = Method::Put, .path = "/items/1"});
    EXPECT_EQ(method.status, 405);
    ASSERT_EQ(method.headers.size(), 1U);
    EXPECT_EQ(method.headers[0].first, "Allow");
    EXPECT_NE(refusalOf(call({.path = "/off"})).find("404 "), std::string::npos);
    EXPECT_NE(refusalOf(call({.path = "/off"})).find("sleepy"), std::string::npos);
}

TEST_F(RouteCalls_, AnswerWithTheRefusalThatAClientWouldGet) {
    const Response problems = call({.path = "/fail", .query = {{"kind", "problems"}}});
    EXPECT_EQ(refusalOf(problems), "400 two things are wrong");
    EXPECT_EQ(problems.json.at("request_id"), "outer");
    EXPECT_EQ(problems.json.at("problems").as_array().size(), 2U);
    EXPECT_EQ(call({.path = "/fail", .query = {{"kind", "unavailable"}}}).status, 503);
    const Response inner = call({.path = "/fail", .query = {{"kind", "runtime"}}});
    EXPECT_EQ(inner.status, 500);
    EXPECT_EQ(writeJson(inner.json).find("vault"), std::string::npos);
    EXPECT_EQ(call({.path = "/fail", .query = {{"kind", "int"}}}).status, 500);
}

TEST_F(RouteCalls_, BoundBodies) {
    const auto echoed = [&](std::size_t size) {
        return call({.method = Method::Post, .path = "/echo", .body = JsonObject{{"a", std::string(size, 'x')}}})
            .status;
    };
    EXPECT_EQ(echoed(1000), 200);
    EXPECT_EQ(echoed(kMaxBodyBytes), 413);
    server_->setMaxBodyBytes(500);
    EXPECT_EQ(echoed(1000), 413);
    EXPECT_EQ(refusalOf(call({.method = Method::Post, .path = "/echo"})), "400 the body is empty; send a JSON object");
    EXPECT_EQ(writeJson(call({.method = Method::Post, .path = "/optional"}).json), R"({"body":{}})");
    const auto streamed = [&](std::size_t size) {
        return call({.method = Method::Post, .path = "/limited", .bytes = std::string(size, 'x')});
    };
    EXPECT_EQ(streamed(kMaxStreamBytes).json.at("bytes"), kMaxStreamBytes);
    EXPECT_EQ(streamed(kMaxStreamBytes + 1).status, 413);
}

TEST_F(RouteCalls_, TakeThePlacesOfCostlyWork) {
    std::thread first([&] { EXPECT_EQ(call({.path = "/costly"}).status, 200); });
    entered_.wait();
    EXPECT_EQ(call({.path = "/costly"}).status, 503);
    mayLeave_.set();
    first.join();
    mayLeave_.set();
    EXPECT_EQ(call({.path = "/costly"}).status, 200);
}

TEST_F(RouteCalls_, LeaveNoJsonInMemoryThatHasGone) {
    const Response large = call({.path = "/large"});
    EXPECT_EQ(large.json.at("text").as_string().size(), 300'000U);
    EXPECT_EQ(large.json.storage(), JsonMemory());
}

TEST_F(RouteCalls_, AreNotForRoutesThatAnswerWithBytes) {
    EXPECT_THROW(call({.path = "/bytes"}), std::logic_error);
    EXPECT_THROW(call({.path = "/v2/buckets/blog/live"}, "token-of-editor"), std::logic_error);
}

class LimitedRouteCalls : public LiveServer {
protected:
    LimitedRouteCalls()
        : LiveServer([](Config::Http&, Config::Limits& limits) {
              limits.keyRequestsPerSecond = 1;
              limits.keyBurst = 2;
          }) {}
};

TEST_F(LimitedRouteCalls, CountAgainstTheLimitOfTheKey) {
    RequestParts parts;
    parts.headers = {{"Authorization", "Bearer token-of-editor"}};
    const Request from(std::move(parts));
    EXPECT_EQ(server_->routes().call(from, {.path = kObjects}).status, 200);
    EXPECT_EQ(server_->routes().call(from, {.path = kObjects}).status, 200);
    EXPECT_EQ(server_->routes().call(from, {.path = kObjects}).status, 429);
}

class LimitedClientsOfRouteCalls : public LiveServer {
protected:
    LimitedClientsOfRouteCalls()
        : LiveServer([](Config::Http&, Config::Limits& limits) {
              limits.addressRequestsPerSecond = 1;
              limits.addressBurst = 2;
          }) {}
    int statusOf(const std::string& address) {
        RequestParts parts;
        parts.clientAddress = address;
        return server_->routes().call(Request(std::move(parts)), {.path = "/items/1"}).status;
    }
};

TEST_F(LimitedClientsOfRouteCalls, CountAgainstTheLimitOfTheirNetwork) {
    EXPECT_EQ(statusOf("192.0.2.7"), 200);
    EXPECT_EQ(statusOf("192.0.2.7"), 200);
    EXPECT_EQ(statusOf("192.0.2.7"), 429);
    EXPECT_EQ(statusOf("192.0.2.8"), 200);
}

}  // namespace
}  // namespace inkwell::kernel::test
