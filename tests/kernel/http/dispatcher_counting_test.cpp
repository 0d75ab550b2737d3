// What the dispatcher counts, and which trace its lines belong to.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "kernel/runtime/log.h"
#include "kernel/snapshot/router.h"
#include "tests/kernel/http/live_server.h"
#include "tests/support/eventually.h"

namespace inkwell::kernel::test {
namespace {

using inkwell::test::eventually;

class Counting : public LiveServer {
protected:
    RouteTotals totalsOf(Method method, const std::string& path) const {
        for (const Route& route : snapshot_.load()->router->routes()) {
            if (route.method == method && route.path == path) return route.metrics->totals();
        }
        ADD_FAILURE() << path;
        return {};
    }
    // A request is counted after its answer was sent.
    RouteTotals await(Method method, const std::string& path, std::uint64_t requests) const {
        while (totalsOf(method, path).requests() < requests) usleep(1000);
        return totalsOf(method, path);
    }
};

TEST_F(Counting, EveryRequestCountsForItsRouteAndStatus) {
    ask(get("/items/1"));
    ask(get("/items/2?a=b"));
    ask(get("/items/2?a=%ff"));
    RawConnection connection(port());
    connection.send("HEAD /items/3 HTTP/1.1\r\nHost: test\r\n\r\n");
    EXPECT_EQ(connection.receive(false).status, 200);
    const RouteTotals read = await(Method::Get, "/items/{id}", 4);
    EXPECT_EQ(read.byStatus.at("200"), 3u);
    EXPECT_EQ(read.byStatus.at("400"), 1u);
    EXPECT_GT(read.bytes, 20u);
    EXPECT_GT(read.seconds, 0);
    EXPECT_EQ(totalsOf(Method::Delete, "/items/{id}").requests(), 0u);
}

TEST_F(Counting, WhatHasNoRouteIsCountedTogether) {
    ask(get("/nothing/here"));
    ask(get("/off"));
    ask("PATCH /items/1 HTTP/1.1\r\nHost: test\r\n\r\n");
    ASSERT_TRUE(eventually([&] { return server_->numbers().unrouted.requests() >= 3; }));
    const RouteTotals totals = server_->numbers().unrouted;
    EXPECT_EQ(totals.byStatus.at("404"), 2u);
    EXPECT_EQ(totals.byStatus.at("405"), 1u);
}

TEST_F(Counting, RefusalsOfTheWaitingRoomAreAmongThem) {
    EXPECT_EQ(ask("GET /\r\n\r\n").status, 400);
    EXPECT_EQ(ask(get("/" + std::string(60'000, 'a'))).status, 414);
    ASSERT_TRUE(eventually([&] { return server_->numbers().unrouted.requests() >= 2; }));
    const RouteTotals totals = server_->numbers().unrouted;
    EXPECT_EQ(totals.byStatus.at("400"), 1u);
    EXPECT_EQ(totals.byStatus.at("414"), 1u);
    EXPECT_GT(totals.bytes, 100u);
}

TEST_F(Counting, ExceptionsAreWhatNoClientCouldHaveCaused) {
    for (const char* kind : {"runtime", "int", "api", "unavailable", "duplicate"}) {
        ask(get(std::string("/fail?kind=") + kind));
    }
    const RouteTotals totals = await(Method::Get, "/fail", 5);
    EXPECT_EQ(totals.exceptions, 3u);
    EXPECT_EQ(totals.byStatus.at("500"), 3u);
    EXPECT_EQ(totals.errors(), 4u) << "and the 503";
    EXPECT_EQ(totals.byStatus.at("429"), 1u);
}

TEST_F(Counting, RequestsUnderWayAndConnectionsAreSeen) {
    RawConnection connection(port());
    connection.send(get("/slow"));
    entered_.wait();
    const HttpServer::Numbers numbers = server_->numbers();
    EXPECT_EQ(numbers.running, 1);
    EXPECT_EQ(numbers.main.open, 1);
    EXPECT_GE(numbers.main.accepted, 1);
    EXPECT_EQ(numbers.upload.open, 0);
    mayLeave_.set();
    EXPECT_EQ(connection.receive().status, 200);
    ASSERT_TRUE(eventually([&] { return server_->numbers().running == 0; }));
}

TEST_F(Counting, RequestsUnderWayAreNamedBySnapshot) {
    RawConnection connection(port());
    connection.send(get("/slow"));
    entered_.wait();
    const auto before = snapshot_.swap(std::make_shared<Snapshot>());
    EXPECT_EQ(server_->underWay(*before), std::vector<std::string>{"GET /slow"});
    EXPECT_EQ(server_->underWay(*snapshot_.load()), std::vector<std::string>{});
    mayLeave_.set();
    EXPECT_EQ(connection.receive().status, 200);
    EXPECT_TRUE(eventually([&] { return server_->underWay(*before).empty(); }));
}

TEST_F(Counting, TheLargestBodyCanChangeWhileTheServerRuns) {
    const std::string body = "{\"a\":\"" + std::string(2000, 'x') + "\"}";
    EXPECT_EQ(ask(post("/echo", body)).status, 200);
    server_->setMaxBodyBytes(1024);
    EXPECT_EQ(ask(post("/echo", body)).status, 413);
    server_->setMaxBodyBytes(kMaxBodyBytes);
    EXPECT_EQ(ask(post("/echo", body)).status, 200);
}

class Tracing : public LiveServer {
protected:
    Tracing() { configureLog({"json", "info", file_}); }
    ~Tracing() override {
        configureLog({});
        std::filesystem::remove(file_);
    }
    // "trace parent" of every line of a request, one for each line.
    std::vector<std::string> tracesOf(const std::string& requestId, std::size_t lines) const {
        std::vector<std::string> all;
        for (const JsonObject& line : linesOf(requestId, lines))
            all.push_back(std::string(textOf(line, "trace_id")) + " " + std::string(textOf(line, "parent_id")));
        return all;
    }
    std::vector<JsonObject> linesOf(const std::string& requestId, std::size_t lines) const {
        std::vector<JsonObject> all;
        while (all.size() < lines) {
            all.clear();
            std::ifstream in(file_);
            for (std::string line; std::getline(in, line) && !in.eof();) {
                const Json parsed = parseJson(line);
                if (textOf(parsed.as_object(), "request_id") == requestId) all.push_back(parsed.as_object());
            }
        }
        return all;
    }

    const std::string file_ =
        (std::filesystem::temp_directory_path() / ("inkwell_trace_test_" + std::to_string(::getpid()))).string();
};

const std::string kTrace = "4bf92f3577b34da6a3ce929d0e0e4736";
const std::string kHeader = "traceparent: 00-" + kTrace + "-00f067aa0ba902b7-01\r\n";

TEST_F(Tracing, EveryLineOfTheRequestNamesTheTrace) {
    const RawResponse answer = ask(get("/fail?kind=runtime", kHeader));
    EXPECT_EQ(answer.header("x-request-id"), "request-1");
    const std::string expected = kTrace + " 00f067aa0ba902b7";
    EXPECT_EQ(tracesOf("request-1", 2), (std::vector<std::string>{expected, expected}));
}

TEST_F(Tracing, TheLineOfARefusalNamesTheClient) {
    EXPECT_EQ(ask("GET /\r\n\r\n").status, 400);
    const JsonObject line = linesOf("request-1", 1).front();
    EXPECT_EQ(textOf(line, "address"), "127.0.0.1");
    EXPECT_EQ(line.at("status"), 400);
    EXPECT_GT(line.at("bytes").to_number<int>(), 100);
}

TEST_F(Tracing, ABrokenOrDoubtfulHeaderIsIgnored) {
    RawConnection connection(port());
    EXPECT_EQ(connection.ask(get("/items/1", "traceparent: 00-" + kTrace + "-01\r\n")).status, 200);
    EXPECT_EQ(connection.ask(get("/items/1", kHeader + kHeader)).status, 200);
    EXPECT_EQ(connection.ask(get("/items/1", "TraceParent" + kHeader.substr(11))).status, 200);
    EXPECT_EQ(connection.ask(get("/items/1")).status, 200);
    EXPECT_EQ(tracesOf("request-1", 1), std::vector<std::string>{" "});
    EXPECT_EQ(tracesOf("request-2", 1), std::vector<std::string>{" "});
    EXPECT_EQ(tracesOf("request-3", 1), std::vector<std::string>{kTrace + " 00f067aa0ba902b7"});
    EXPECT_EQ(tracesOf("request-4", 1), std::vector<std::string>{" "}) << "the next request of a connection";
}

}  // namespace
}  // namespace inkwell::kernel::test
