#include <future>
#include <thread>

#include "tests/kernel/http/live_server.h"
#include "tests/support/eventually.h"

namespace inkwell::kernel::test {
namespace {

using inkwell::test::eventually;

class Connection : public LiveServer {};

std::string chunked(const std::string& target, const std::vector<std::string>& chunks) {
    std::string request = "POST " + target +
                          " HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n"
                          "Transfer-Encoding: chunked\r\n\r\n";
    for (const std::string& chunk : chunks) {
        char size[20];
        std::snprintf(size, sizeof size, "%zx\r\n", chunk.size());
        request += size + chunk + "\r\n";
    }
    return request + "0\r\n\r\n";
}

std::string nested(int depth) { return R"({"a":)" + std::string(depth - 1, '[') + std::string(depth - 1, ']') + "}"; }

TEST_F(Connection, ReadsStrictJson) {
    EXPECT_EQ(ask(post("/echo", R"({"a":[1,"b"]})")).body, R"({"body":{"a":[1,"b"]}})");
    EXPECT_EQ(ask(post("/echo", nested(64))).status, 200);
    for (const std::string& body : {std::string(R"({"a":1,"a":2})"), std::string("{\"a\":\"\xFF\"}"), nested(65),
                                    std::string(R"({"a":"\u0000"})"), std::string("{"), std::string("[]"),
                                    std::string("{} {}"), std::string("{'a':1}")}) {
        const RawResponse response = ask(post("/echo", body));
        EXPECT_EQ(response.status, 400) << body;
        EXPECT_TRUE(response.json().at("problems").is_array());
    }
}

TEST_F(Connection, AsksForABodyWhereOneIsNeeded) {
    const std::string message = "the body is empty; send a JSON object";
    EXPECT_EQ(ask(post("/echo", "")).message(), message);
    EXPECT_EQ(ask("POST /echo HTTP/1.1\r\nHost: test\r\n\r\n").message(), message);
    EXPECT_EQ(ask(chunked("/echo", {})).message(), message);
    EXPECT_EQ(ask(post("/optional", "")).body, R"({"body":{}})");
    EXPECT_EQ(ask("POST /optional HTTP/1.1\r\nHost: test\r\n\r\n").body, R"({"body":{}})");
}

TEST_F(Connection, TakesOnlyJsonAsJson) {
    const auto askAs = [this](const std::string& headerLines) {
        return ask("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 2\r\n" + headerLines + "\r\n{}").status;
    };
    EXPECT_EQ(askAs("Content-Type: Application/JSON\r\n"), 200);
    EXPECT_EQ(askAs("Content-Type: application/json; charset=UTF-8\r\n"), 200);
    EXPECT_EQ(askAs("Content-Type: application/json;charset=\"utf-8\"\r\n"), 200);
    EXPECT_EQ(askAs("Content-Type: application/json; charset=latin1\r\n"), 415);
    EXPECT_EQ(askAs("Content-Type: application/ld+json\r\n"), 415);
    EXPECT_EQ(askAs("Content-Type: text/plain\r\n"), 415);
    EXPECT_EQ(askAs("Content-Type: application/json\r\nContent-Encoding: gzip\r\n"), 415);
    EXPECT_EQ(askAs(""), 415);
}

TEST_F(Connection, RefusesATooLargeBodyByItsLength) {
    RawConnection connection(port());
    connection.send("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: " +
                    std::to_string(kMaxBodyBytes + 1) + "\r\n\r\n");
    const RawResponse response = connection.receive();
    EXPECT_EQ(response.status, 413);
    EXPECT_EQ(response.header("connection"), "Close");
    EXPECT_TRUE(connection.closesNow());
}

TEST_F(Connection, LetsAClientThatSendsATooLargeBodyReadItsAnswer) {
    RawConnection connection(port());
    connection.send(post("/echo", std::string(5'000'000, 'x')));
    EXPECT_EQ(connection.receive().status, 413);
}

TEST_F(Connection, CountsAChunkedBody) {
    const std::string chunk(kMaxBodyBytes / 4, ' ');
    EXPECT_EQ(ask(chunked("/echo", {"{", chunk, "}"})).body, R"({"body":{}})");
    EXPECT_EQ(ask(chunked("/echo", {"{", chunk, chunk, chunk, chunk, "}"})).status, 413);
}

TEST_F(Connection, StaysUsableAfterEveryKindOfError) {
    RawConnection connection(port());
    const std::string body = R"({"a":"GET / HTTP/1.1"})";
    EXPECT_EQ(connection.ask(post("/nothing", body)).status, 404);
    EXPECT_EQ(connection.ask(post("/v2/buckets/blog/objects", body)).status, 401);
    EXPECT_EQ(connection.ask(post("/items/7", body)).status, 405);
    EXPECT_EQ(connection.ask(post("/echo", "{")).status, 400);
    EXPECT_EQ(connection.ask(post("/echo", "")).status, 400);
    EXPECT_EQ(connection.ask(get("/fail?kind=runtime")).status, 500);
    EXPECT_EQ(connection.ask(get("/fail?kind=int")).status, 500);
    EXPECT_EQ(connection.ask(post("/ignored", body)).status, 200);
    EXPECT_EQ(connection.ask(post("/echo", body)).body, R"({"body":)" + body + "}");
}

TEST_F(Connection, IgnoresTheBodyOfADelete) {
    RawConnection connection(port());
    const std::string request = "DELETE /items/7 HTTP/1.1\r\nHost: test\r\nContent-Length: 22\r\n\r\n";
    EXPECT_EQ(connection.ask(request + "GET /nothing HTTP/1.1\n\n").status, 200);
    EXPECT_EQ(connection.ask(get("/health")).status, 200);
}

TEST_F(Connection, ClosesWhereALargeBodyIsLeft) {
    RawConnection connection(port());
    connection.send(post("/nothing", std::string(70'000, 'x')));
    const RawResponse response = connection.receive();
    EXPECT_EQ(response.status, 404);
    EXPECT_EQ(response.header("connection"), "Close");
}

TEST_F(Connection, AnswersPipelinedRequestsInTheirOrder) {
    RawConnection connection(port());
    connection.send(get("/items/1") + post("/nothing", R"({"x":1})") + post("/echo", R"({"x":2})") + get("/items/3"));
    EXPECT_EQ(connection.receive().body, R"({"id":"1","a":"-"})");
    EXPECT_EQ(connection.receive().status, 404);
    EXPECT_EQ(connection.receive().body, R"({"body":{"x":2}})");
    EXPECT_EQ(connection.receive().body, R"({"id":"3","a":"-"})");
}

TEST_F(Connection, TakesNoSideWhenHeadersDisagreeAboutTheBody) {
    for (const char* lines :
         {"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "Content-Length: 5\r\nContent-Length: 6\r\n",
          "Transfer-Encoding: gzip, chunked\r\n", "Content-Length: -5\r\n", "Content-Length: 0x5\r\n",
          "Content-Length : 5\r\n", "Content-Length: 99999999999999999999\r\n"}) {
        RawConnection connection(port());
        connection.send("POST /echo HTTP/1.1\r\nHost: test\r\n" + std::string(lines) + "\r\n0\r\n\r\n" +
                        get("/health"));
        EXPECT_EQ(connection.receive().status, 400) << lines;
        EXPECT_TRUE(connection.closesNow()) << lines;
    }
}

TEST_F(Connection, WantsOneHost) {
    const std::string twoLines = "Host: test\r\nHost: other\r\n";
    for (const std::string& lines : {std::string(), twoLines}) {
        RawConnection connection(port());
        EXPECT_EQ(connection.ask("GET /health HTTP/1.1\r\n" + lines + "\r\n").status, 400) << lines;
        EXPECT_EQ(connection.ask(get("/health")).status, 200) << "the connection goes on where it should";
    }
    RawConnection old(port());
    EXPECT_EQ(old.ask("GET /health HTTP/1.0\r\n\r\n").status, 200) << "which needs none";
}

TEST_F(Connection, ClosesAfterABrokenRequestLine) {
    for (const char* line : {"GET /health HTTP/2.0\r\n", "GET /health\r\n"}) {
        RawConnection connection(port());
        connection.send(std::string(line) + "Host: test\r\n\r\n" + get("/health"));
        EXPECT_EQ(connection.receive().status, 400) << line;
        EXPECT_TRUE(connection.closesNow()) << line;
    }
}

TEST_F(Connection, ClosesAfterAChunkedBody) {
    RawConnection connection(port());
    connection.send(chunked("/echo", {R"({"a":)", "1}"}) + get("/health"));
    EXPECT_EQ(connection.receive().body, R"({"body":{"a":1}})");
    EXPECT_TRUE(connection.closesNow());
}

TEST_F(Connection, SaysContinueOnlyBehindTheGate) {
    const std::string expect = "Expect: 100-continue\r\n";
    RawConnection refused(port());
    refused.send("POST /v2/buckets/blog/objects HTTP/1.1\r\nHost: test\r\nContent-Length: 2\r\n" + expect + "\r\n");
    EXPECT_EQ(refused.receive().status, 401);

    RawConnection admitted(port());
    admitted.send("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 2\r\n" +
                  expect + "\r\n");
    EXPECT_EQ(admitted.receive().status, 100);
    EXPECT_EQ(admitted.ask("{}").body, R"({"body":{}})");
    EXPECT_EQ(admitted.ask(get("/health")).status, 200);
}

TEST_F(Connection, SaysThatItKnowsNoOtherExpectation) {
    const std::string head =
        "POST /echo HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 2\r\n";
    for (const std::string expect : {"Expect: x\r\n", "Expect: 100-continue\r\nExpect: x\r\n",
                                     "Expect: x\r\nExpect: 100-continue\r\n", "Expect: 100-continue;x=1\r\n"}) {
        RawConnection connection(port());
        const RawResponse refused = connection.ask(head + expect + "\r\n");
        EXPECT_EQ(refused.status, 417) << expect;
        EXPECT_EQ(refused.message(),
                  "the header Expect asks for what this server does not know; it may be '100-continue' or absent");
        EXPECT_TRUE(connection.closesNow()) << "whether a body follows, nobody can tell";
        EXPECT_EQ(ask(head + expect + "\r\n{}").status, 417) << expect;
    }
    RawConnection twice(port());
    EXPECT_EQ(twice.ask(head + "Expect: 100-Continue\r\nExpect: 100-continue\r\n\r\n").status, 100);
    EXPECT_EQ(twice.ask("{}").body, R"({"body":{}})");
}

TEST_F(Connection, AsksForNoBodyThatHasComeWithItsHead) {
    RawConnection connection(port());
    const std::string request = post("/echo", "{}", "Expect: 100-continue\r\n");
    EXPECT_EQ(connection.ask(request + request).body, R"({"body":{}})");
    EXPECT_EQ(connection.receive().body, R"({"body":{}})");
    EXPECT_EQ(connection.ask(post("/nothing", "{}", "Expect: 100-continue\r\n")).status, 404);
    EXPECT_EQ(connection.ask(get("/health")).status, 200);
}

TEST_F(Connection, IgnoresExpectationsOfOldClients) {
    for (const std::string expect : {"Expect: 100-continue\r\n", "Expect: x\r\n"}) {
        RawConnection connection(port());
        connection.send("POST /echo HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: 2\r\n" + expect +
                        "\r\n");
        connection.send("{}");
        EXPECT_EQ(connection.receive().body, R"({"body":{}})") << expect;
    }
}

TEST_F(Connection, GivesUpOnASenderThatStalls) {
    RawConnection connection(port());
    const std::string whole = post("/echo", R"({"a":"b"})");
    connection.send(whole.substr(0, whole.size() - 3));
    const RawResponse response = connection.receive();
    EXPECT_EQ(response.status, 408);
    EXPECT_TRUE(connection.closesNow());
}

TEST_F(Connection, RefusesABodyThatBreaksOff) {
    for (const char* target : {"/echo", "/stream"}) {
        RawConnection connection(port());
        const std::string whole = post(target, R"({"a":"b"})");
        connection.send(whole.substr(0, whole.size() - 3));
        connection.finish();
        EXPECT_EQ(connection.receive().status, 400) << target;
    }
}

std::string codeOf(const RawResponse& response) { return std::string(response.json().at("code").as_string()); }

TEST_F(Connection, RefusesAnEndlessHead) {
    EXPECT_EQ(codeOf(ask(get("/health?" + std::string(60'000, 'a')))), "address_too_long");
    EXPECT_EQ(codeOf(ask(get("/health", "X-Long: " + std::string(70'000, 'a') + "\r\n"))), "head_too_large");
    std::string lines;
    for (int i = 0; i < 200; ++i) lines += "X-Header-" + std::to_string(i) + ": 1\r\n";
    const std::string limits =
        "the headers of the request are larger than is allowed: 100 of them, 8192 bytes in the value of each, and "
        "65536 together with the request line";
    for (const std::string& tooMuch :
         {lines, "X-Long: " + std::string(8193, 'a') + "\r\n", std::string(257, 'n') + ": 1\r\n",
          "X-Long: " + std::string(8000, 'a') + std::string(200, ' ') + "\r\n"}) {
        const RawResponse refused = ask(get("/health", tooMuch));
        EXPECT_EQ(refused.status, 431) << tooMuch.substr(0, 20);
        EXPECT_EQ(refused.message(), limits);
    }
    EXPECT_EQ(codeOf(ask("\x16\x03\x01 hello\r\n\r\n")), "bad_request");
}

TEST_F(Connection, TakesAHeadOfAllThatIsAllowed) {
    std::string lines = "X-Long:   " + std::string(8192, 'a') + "\r\n" + std::string(256, 'n') + ": 1\r\n";
    for (int i = 0; i < 97; ++i) lines += "X-Header-" + std::to_string(i) + ": 1\r\n";
    EXPECT_EQ(ask(get("/health", lines)).status, 200) << "with Host a hundred";
    EXPECT_EQ(ask(get("/health", lines + "X-More: 1\r\n")).status, 431);
}

TEST_F(Connection, TellsAClientOfTusItsVersionWhenTheHeadIsTooLarge) {
    const std::string metadata = "Upload-Metadata: filename " + std::string(9000, 'a') + "\r\n";
    const RawResponse refused = ask(post("/stream", "", metadata + "Tus-Resumable: 1.0.0\r\n"));
    EXPECT_EQ(refused.status, 431);
    EXPECT_EQ(refused.header("tus-resumable"), "1.0.0");
    EXPECT_EQ(ask(post("/stream", "", metadata)).header("tus-resumable"), "(none)");
}

TEST_F(Connection, TakesARequestThatArrivesByteByByte) {
    RawConnection connection(port());
    for (const char byte : post("/echo", R"({"a":1})")) connection.send(std::string(1, byte));
    EXPECT_EQ(connection.receive().body, R"({"body":{"a":1}})");
    EXPECT_EQ(connection.ask("\r\n" + get("/health")).status, 200);
}

TEST_F(Connection, GivesUpOnAHeadThatDoesNotEnd) {
    RawConnection connection(port());
    connection.send("GET /health HTTP/1.1\r\nHost: te");
    EXPECT_EQ(connection.receive().status, 408);
    EXPECT_TRUE(connection.closesNow());
}

TEST_F(Connection, AnswersOldClientsAndCloses) {
    RawConnection connection(port());
    const RawResponse response = connection.ask("GET /health HTTP/1.0\r\n\r\n");
    EXPECT_EQ(response.body, R"({"status":"ok"})");
    EXPECT_TRUE(connection.closesNow());
}

TEST_F(Connection, ServesFortyKeptConnectionsAtOnce) {
    std::vector<std::unique_ptr<RawConnection>> connections;
    for (int i = 0; i < 40; ++i) connections.push_back(std::make_unique<RawConnection>(port()));
    for (int round = 0; round < 3; ++round) {
        for (auto& connection : connections) connection->send(get("/health"));
        for (auto& connection : connections) EXPECT_EQ(connection->receive().status, 200);
    }
}

class FewThreads : public LiveServer {
protected:
    FewThreads() : LiveServer(2) {}
};

TEST_F(FewThreads, AreHeldNeitherByIdleConnectionsNorBySlowSenders) {
    std::vector<std::unique_ptr<RawConnection>> idle;
    std::vector<std::unique_ptr<RawConnection>> slow;
    for (int i = 0; i < 300; ++i) {
        idle.push_back(std::make_unique<RawConnection>(port()));
        slow.push_back(std::make_unique<RawConnection>(port()));
        EXPECT_EQ(idle.back()->ask(get("/health")).status, 200);
        slow.back()->send(i % 2 == 0 ? "GET /health HTT" : "POST /echo HTTP/1.1\r\nContent-Length: 90\r\n\r\n{");
    }
    EXPECT_EQ(ask(get("/health")).status, 200);
    for (auto& connection : idle) EXPECT_EQ(connection->ask(get("/health")).status, 200);
}

class ShortQueue : public LiveServer {
protected:
    ShortQueue() : LiveServer(1, 1) {}
};

TEST_F(ShortQueue, TellsTheNextOneToComeAgain) {
    RawConnection running(port());
    running.send(get("/slow"));
    entered_.wait();
    RawConnection queued(port());
    queued.send(get("/health"));
    ASSERT_TRUE(eventually([&] { return server_->numbers().main.queued != 0; }));
    for (int i = 0; i < 3; ++i) {
        RawConnection refused(port());
        const RawResponse response = refused.ask(get("/health"));
        EXPECT_EQ(response.status, 503);
        EXPECT_EQ(response.header("retry-after"), "1");
        EXPECT_TRUE(refused.closesNow());
    }
    mayLeave_.set();
    EXPECT_EQ(running.receive().status, 200);
    EXPECT_EQ(queued.receive().status, 200);
}

TEST_F(FewThreads, AnswerMoreConnectionsThanTheyKeep) {
    std::vector<std::unique_ptr<RawConnection>> connections;
    for (int i = 0; i < 8; ++i) connections.push_back(std::make_unique<RawConnection>(port()));
    for (auto& connection : connections) connection->send(get("/health"));
    for (auto& connection : connections) EXPECT_EQ(connection->receive().status, 200);
}

TEST_F(Connection, FinishesRunningRequestsWhenItDrains) {
    RawConnection idle(port());
    EXPECT_EQ(idle.ask(get("/health")).status, 200);
    RawConnection running(port());
    running.send(get("/slow"));
    entered_.wait();
    auto drained = std::async(std::launch::async, [this] { server_->drain(std::chrono::milliseconds(30'000)); });
    // An answer on a kept connection says when the drain has begun.
    ASSERT_TRUE(eventually([&] { return idle.ask(get("/health")).header("connection") == "Close"; }));
    mayLeave_.set();
    const RawResponse response = running.receive();
    EXPECT_EQ(response.body, R"({"slow":true})");
    EXPECT_EQ(response.header("connection"), "Close");
    drained.get();
    EXPECT_TRUE(running.closesNow());
    EXPECT_ANY_THROW(RawConnection{port()});
}

TEST_F(Connection, EndsIdleConnectionsWhenItDrains) {
    RawConnection idle(port());
    EXPECT_EQ(idle.ask(get("/health")).status, 200);
    EXPECT_TRUE(server_->drain(std::chrono::milliseconds(30'000)).empty());
    EXPECT_TRUE(idle.closesNow());
}

TEST_F(Connection, StopsWaitingForARequestThatDoesNotEnd) {
    RawConnection running(port());
    running.send(get("/slow"));
    entered_.wait();
    EXPECT_EQ(server_->drain(std::chrono::milliseconds(50)), std::vector<std::string>{"GET /slow"});
    EXPECT_TRUE(running.closesNow());
    mayLeave_.set();
}

TEST_F(Connection, MeasuresTheAddressAlone) {
    constexpr std::size_t kMost = 51200;
    for (const std::string method : {"GET", "DELETE"}) {
        const auto statusOf = [&](std::size_t bytes) {
            return ask(method + " /nothing?" + std::string(bytes - 9, 'x') + " HTTP/1.1\r\nHost: test\r\n\r\n").status;
        };
        EXPECT_EQ(statusOf(kMost), 404) << method;
        for (const std::size_t more : {1, 20, 25, 26, 100}) EXPECT_EQ(statusOf(kMost + more), 414) << method << more;
    }
}

TEST_F(Connection, LetsPagesOfOtherOriginsReadARefusal) {
    const std::string address = "/nothing?" + std::string(52'000, 'x');
    for (const std::string& head : {"GET " + address + " HTTP/1.1\r\nHost: test\r\nOrigin: https://a.example\r\n\r\n",
                                    std::string("GET / HTTP/1.1\r\nHost : test\r\n\r\n")}) {
        const RawResponse refused = ask(head);
        EXPECT_GE(refused.status, 400);
        EXPECT_EQ(refused.header("access-control-allow-origin"), "*") << refused.status;
    }
}

TEST_F(Connection, LetsTheOriginsThatAreNamedReadARefusal) {
    Config::Http options;
    options.port = 0;
    options.corsOrigins = {"https://a.example"};
    HttpServer named(options, Config::Limits{}, snapshot_, ids_, info_, cache_);
    named.bind();
    named.start();
    const auto refusalFor = [&](const std::string& origin) {
        RawConnection connection(named.port());
        return connection.ask("GET /nothing?" + std::string(52'000, 'x') +
                              " HTTP/1.1\r\nHost: test\r\nOrigin: " + origin + "\r\n\r\n");
    };
    EXPECT_EQ(refusalFor("https://a.example").status, 414);
    EXPECT_EQ(refusalFor("https://a.example").header("access-control-allow-origin"), "https://a.example");
    EXPECT_EQ(refusalFor("https://b.example").header("access-control-allow-origin"), "(none)");
    EXPECT_EQ(refusalFor("https://b.example").header("vary"), "Origin");
}

TEST_F(Connection, TakesTheValueOfAHeaderAsItStands) {
    const auto rangeOf = [&](const std::string& headers) {
        return ask("GET /range HTTP/1.1\r\nHost: test\r\n" + headers + "\r\n").body;
    };
    EXPECT_EQ(rangeOf("Range: =?utf-8?q?k1?=\r\n"), R"({"range":"=?utf-8?q?k1?="})");
    EXPECT_EQ(rangeOf("Range: =?utf-8?q?a=00b?=\r\n"), R"({"range":"=?utf-8?q?a=00b?="})");
    EXPECT_EQ(rangeOf("range:  a, =?utf-8?b?QUJD?= \r\nX-Other: =?utf-8?q?b?=\r\n"),
              R"({"range":"a, =?utf-8?b?QUJD?="})");
    EXPECT_EQ(rangeOf("Range: first\r\nRANGE: =?utf-8?q?second?=\r\n"), R"({"range":"first"})");
}

TEST_F(Connection, TakesTheLinesOfAListTogether) {
    for (const std::string name : {"if-match", "if-none-match", "accept-encoding", "accept", "accept-language"}) {
        const RawResponse answer =
            ask(get("/range?name=" + name, name + ": \"1\"\r\nX-Other: a\r\n" + name + ": \"2\"\r\n"));
        EXPECT_EQ(textOf(answer.json(), name), "\"1\", \"2\"");
    }
    EXPECT_EQ(ask(get("/range?name=x-other", "X-Other: a\r\nX-Other: b\r\n")).body, R"({"x-other":"a"})");
    const std::string large = "/large?bytes=5000";
    EXPECT_EQ(ask(get(large, "Accept-Encoding: br\r\nAccept-Encoding: gzip\r\n")).header("content-encoding"), "gzip");
    const std::string tag = ask(get(large)).header("etag");
    EXPECT_EQ(ask(get(large, "If-None-Match: \"a\"\r\nIf-None-Match: " + tag + "\r\n")).status, 304);
}

TEST_F(Connection, ClosesWhereAnyOptionSaysSo) {
    for (const std::string lines : {"Connection: close\r\n", "Connection: TE, Close\r\n", "Connection: close,TE\r\n",
                                    "Connection: TE\r\nConnection: close\r\n"}) {
        RawConnection connection(port());
        EXPECT_EQ(connection.ask(get("/health", lines)).header("connection"), "Close") << lines;
        EXPECT_TRUE(connection.closesNow()) << lines;
    }
    RawConnection kept(port());
    EXPECT_EQ(kept.ask(get("/health", "Connection: TE, closed\r\n")).status, 200);
    EXPECT_EQ(kept.ask("GET /health HTTP/1.0\r\nConnection: TE, Keep-Alive\r\n\r\n").header("connection"),
              "Keep-Alive");
    EXPECT_EQ(kept.ask("GET /health HTTP/1.0\r\nConnection: TE\r\n\r\n").status, 200);
    EXPECT_TRUE(kept.closesNow());
}

TEST_F(Connection, NamesAnAddressThatIsTaken) {
    Config::Http options;
    options.port = port();
    HttpServer second(options, Config::Limits{}, snapshot_, ids_, info_, cache_);
    try {
        second.bind();
        FAIL() << "two servers listen at one address";
    } catch (const std::runtime_error& error) {
        const std::string where = "127.0.0.1:" + std::to_string(port());
        EXPECT_NE(std::string(error.what()).find(where), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace inkwell::kernel::test
