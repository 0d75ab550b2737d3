#include <zlib.h>

#include "tests/kernel/http/live_server.h"

namespace inkwell::kernel::test {
namespace {

class Dispatching : public LiveServer {};

std::string gunzip(const std::string& packed) {
    z_stream stream{};
    inflateInit2(&stream, 31);
    std::string text(1'000'000, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(text.data());
    stream.avail_out = static_cast<uInt>(text.size());
    const int result = inflate(&stream, Z_FINISH);
    text.resize(stream.total_out);
    inflateEnd(&stream);
    EXPECT_EQ(result, Z_STREAM_END);
    return text;
}

TEST_F(Dispatching, AnswersStatusAndHealthWithoutAKey) {
    const RawResponse status = ask(get("/v2/status"));
    EXPECT_EQ(status.status, 200);
    EXPECT_EQ(status.body, R"({"name":"inkwell","version":"1.2.3","time":"2026-01-31T09:30:00.000Z"})");
    EXPECT_EQ(ask(get("/health")).body, R"({"status":"ok"})");
}

TEST_F(Dispatching, GivesEveryAnswerARequestIdAndTheUsualHeaders) {
    const RawResponse first = ask(get("/health", "X-Request-Id: mine\r\n"));
    EXPECT_EQ(first.header("x-request-id"), "request-1");
    EXPECT_EQ(first.header("content-type"), "application/json; charset=utf-8");
    EXPECT_EQ(first.header("x-content-type-options"), "nosniff");
    EXPECT_EQ(first.header("content-length"), std::to_string(first.body.size()));
    EXPECT_EQ(ask(get("/nothing")).header("x-request-id"), "request-2");
}

TEST_F(Dispatching, WritesErrorsInTheOneForm) {
    const RawResponse response = ask(get("/nothing"));
    EXPECT_EQ(response.status, 404);
    EXPECT_EQ(
        response.body,
        R"({"status":404,"message":"there is nothing at '/nothing'","code":"not_found","request_id":"request-1"})");
    EXPECT_EQ(response.header("cache-control"), "no-store");
}

TEST_F(Dispatching, NamesTheDisabledPluginOfAnAddress) {
    const std::string message = "the plugin 'sleepy' that serves this address is disabled";
    for (const char* method : {"GET", "POST", "OPTIONS", "HEAD"}) {
        RawConnection connection(port());
        connection.send(std::string(method) + " /off HTTP/1.1\r\nHost: test\r\n\r\n");
        const bool withBody = std::string(method) != "HEAD";
        const RawResponse response = connection.receive(withBody);
        EXPECT_EQ(response.status, 404) << method;
        if (withBody) {
            EXPECT_EQ(response.message(), message) << method;
        }
    }
}

TEST_F(Dispatching, AllowsTheMethodsOfAnAddressAndNoOther) {
    for (const char* method : {"PUT", "PATCH", "TRACE", "get"}) {
        const RawResponse response = ask(std::string(method) + " /items/1 HTTP/1.1\r\nHost: test\r\n\r\n");
        EXPECT_EQ(response.status, 405) << method;
        EXPECT_EQ(response.header("allow"), "GET, HEAD, DELETE, OPTIONS");
    }
    EXPECT_EQ(ask(get("/echo")).header("allow"), "POST, OPTIONS");
    EXPECT_EQ(ask("PUT /nothing HTTP/1.1\r\nHost: test\r\n\r\n").status, 404);
}

TEST_F(Dispatching, TakesAPutWithItsBody) {
    const RawResponse response =
        ask("PUT /kept HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{\"a\":1}");
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.body, R"({"body":{"a":1}})");
    EXPECT_EQ(ask(get("/kept")).header("allow"), "PUT, OPTIONS");
}

TEST_F(Dispatching, AnswersOptionsWithoutABody) {
    RawConnection connection(port());
    const RawResponse response = connection.ask("OPTIONS /items/1 HTTP/1.1\r\nHost: test\r\n\r\n");
    EXPECT_EQ(response.status, 204);
    EXPECT_EQ(response.header("allow"), "GET, HEAD, DELETE, OPTIONS");
    const RawResponse all = connection.ask("OPTIONS * HTTP/1.1\r\nHost: test\r\n\r\n");
    EXPECT_EQ(all.status, 204) << "for the server as a whole";
    EXPECT_EQ(all.header("allow"), "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
    EXPECT_EQ(connection.ask("GET * HTTP/1.1\r\nHost: test\r\n\r\n").status, 404);
    EXPECT_EQ(connection.ask(get("/health")).status, 200);
}

TEST_F(Dispatching, AnswersHeadLikeGetWithoutTheBody) {
    RawConnection connection(port());
    const RawResponse whole = connection.ask(get("/large"));
    connection.send("HEAD /large HTTP/1.1\r\nHost: test\r\n\r\n");
    const RawResponse head = connection.receive(false);
    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(head.header("content-length"), whole.header("content-length"));
    EXPECT_EQ(head.header("etag"), whole.header("etag"));
    EXPECT_EQ(connection.ask(get("/health")).body, R"({"status":"ok"})");
}

TEST_F(Dispatching, TakesQueriesAsTheyCome) {
    EXPECT_EQ(ask(get("/items/7/?&a={\"b\":[1]}")).body, R"({"id":"7","a":"{\"b\":[1]}"})");
    EXPECT_EQ(ask(get("/items/x%2Fy?a=1+2%2B")).body, R"({"id":"x/y","a":"1 2+"})");
    EXPECT_EQ(ask(get("http://any.host/items/7?a=b")).body, R"({"id":"7","a":"b"})");
}

TEST_F(Dispatching, RefusesAddressesThatAreNoText) {
    for (const char* target : {"/items/%FF", "/items/a%00b", "/items/7?a=%FF", "/items/\xFE", "/nothing/\xFE"}) {
        EXPECT_EQ(ask(get(target)).status, 400) << target;
    }
}

TEST_F(Dispatching, IndentsWhenQueryOrBodyAskForIt) {
    EXPECT_NE(ask(get("/items/7?pretty=true")).body.find('\n'), std::string::npos);
    EXPECT_EQ(ask(get("/items/7?pretty=false")).body.find('\n'), std::string::npos);
    EXPECT_NE(ask(post("/echo", R"({"pretty":true})")).body.find('\n'), std::string::npos);
    EXPECT_NE(ask(post("/echo", R"({"pretty":"true"})")).body.find('\n'), std::string::npos);
    EXPECT_EQ(ask(post("/echo", R"({"pretty":false})")).body.find('\n'), std::string::npos);
    EXPECT_NE(ask(get("/fail?kind=api&pretty=true")).body.find('\n'), std::string::npos);
    EXPECT_EQ(ask(get("/items/7?pretty=yes")).message(), "pretty must be true or false, not 'yes'");
}

TEST_F(Dispatching, AnswersNotModifiedAndKeepsTheConnection) {
    RawConnection connection(port());
    const std::string tag = connection.ask(get("/large")).header("etag");
    const RawResponse response = connection.ask(get("/large", "If-None-Match: " + tag + "\r\n"));
    EXPECT_EQ(response.status, 304);
    EXPECT_EQ(response.header("etag"), tag);
    EXPECT_EQ(connection.ask(get("/health")).status, 200);
}

TEST_F(Dispatching, CompressesForClientsThatAskForIt) {
    const RawResponse plain = ask(get("/large"));
    const RawResponse packed = ask(get("/large", "Accept-Encoding: br, gzip\r\n"));
    EXPECT_EQ(packed.header("content-encoding"), "gzip");
    EXPECT_EQ(packed.header("vary"), "Accept-Encoding");
    EXPECT_EQ(gunzip(packed.body), plain.body);
    const RawResponse again =
        ask(get("/large", "Accept-Encoding: gzip\r\nIf-None-Match: " + packed.header("etag") + "\r\n"));
    EXPECT_EQ(again.status, 304);
}

TEST_F(Dispatching, KeepsWhatWentWrongInsideFromTheClient) {
    for (const char* kind : {"runtime", "int", "duplicate", "header"}) {
        const RawResponse response = ask(get("/fail?kind=" + std::string(kind)));
        EXPECT_EQ(response.status, 500) << kind;
        EXPECT_EQ(response.message(), "internal error; the log has the details under this request id");
        EXPECT_EQ(response.header("x-request-id"), std::string(textOf(response.json(), "request_id")));
        EXPECT_EQ(response.header("x-worse"), "(none)");
        EXPECT_EQ(response.body.find("vault"), std::string::npos);
    }
}

TEST_F(Dispatching, PassesAnApiErrorOnAsItIs) {
    const RawResponse response = ask(get("/fail?kind=api"));
    EXPECT_EQ(response.status, 429);
    EXPECT_EQ(response.header("retry-after"), "7");
    EXPECT_EQ(response.message(), "slow down");
    EXPECT_EQ(response.body.find("inner"), std::string::npos);
    EXPECT_FALSE(response.json().contains("problems"));
}

TEST_F(Dispatching, ListsTheProblemsOfABadRequest) {
    const JsonObject body = ask(get("/fail?kind=problems")).json();
    EXPECT_EQ(writeJson(body.at("problems")),
              R"([{"path":"title","message":"is required"},{"path":"a[2].b","message":"x"}])");
}

TEST_F(Dispatching, AsksToTryAgainWhileTheDatabaseIsAway) {
    for (const char* kind : {"unavailable", "lost", "conflict"}) {
        const RawResponse response = ask(get("/fail?kind=" + std::string(kind)));
        EXPECT_EQ(response.status, 503) << kind;
        EXPECT_NE(response.header("retry-after"), "(none)");
        EXPECT_EQ(response.message(), "the database is not available right now; try again");
        EXPECT_EQ(response.body.find("db-7"), std::string::npos);
    }
}

TEST_F(Dispatching, TellsAWriteWhoseOutcomeNobodyKnowsFromOneThatFailed) {
    const RawResponse response = ask(get("/fail?kind=unknown"));
    EXPECT_EQ(response.status, 503);
    EXPECT_EQ(response.json().at("code"), "outcome_unknown");
    EXPECT_NE(response.header("retry-after"), "(none)");
    EXPECT_EQ(response.message(),
              "the database was lost while it stored the change, which is stored or not: read before you repeat it, or "
              "send a POST again with its 'Idempotency-Key'");
    EXPECT_EQ(ask(get("/fail?kind=lost")).json().at("code"), "unavailable");
}

TEST_F(Dispatching, GivesOutWhatIsFinishedInEveryForm) {
    const std::string target = "/v2/openapi.json";
    const RawResponse plain = ask(get(target));
    EXPECT_EQ(plain.json().at("openapi"), "3.1.0");
    const RawResponse packed = ask(get(target, "Accept-Encoding: gzip\r\n"));
    EXPECT_EQ(packed.header("content-encoding"), "gzip");
    EXPECT_LT(packed.body.size(), plain.body.size());
    EXPECT_EQ(ask(get(target, "If-None-Match: " + plain.header("etag") + "\r\n")).status, 304);
    const RawResponse pretty = ask(get(target + "?pretty=true"));
    EXPECT_GT(pretty.body.size(), plain.body.size());
    EXPECT_EQ(pretty.json(), plain.json());
    EXPECT_EQ(pretty.header("cache-control"), plain.header("cache-control"));
}

TEST_F(Dispatching, AsksTheGatekeeperBeforeTheBody) {
    const std::string body(kMaxBodyBytes + 1, 'x');
    const RawResponse refused = ask(post("/v2/buckets/blog/objects", body));
    EXPECT_EQ(refused.status, 401);
    EXPECT_EQ(handled_, 0);
    const std::string key = "Authorization: Bearer " + std::string(kWriteKey) + "\r\n";
    EXPECT_EQ(ask(post("/v2/buckets/blog/objects", "{}", key)).status, 200);
    EXPECT_EQ(ask(get("/v2/buckets/blog/objects?read_key=" + std::string(kReadKey))).status, 200);
    EXPECT_EQ(handled_, 2);
}

TEST_F(Dispatching, AsksTheGatekeeperAgainBeforeTheEndOfAFile) {
    const auto sendAfter = [&](const std::function<void()>& change) {
        RawConnection connection(port());
        connection.send(
            "POST /v2/buckets/blog/bytes HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer token-of-editor\r\n"
            "Content-Length: 60000\r\nExpect: 100-continue\r\n\r\n");
        EXPECT_EQ(connection.receive(false).status, 100);
        connection.send(std::string(50'000, 'x'));
        change();
        return connection.ask(std::string(10'000, 'x'));
    };
    EXPECT_EQ(sendAfter([] {}).body, R"({"bytes":60000})");
    const RawResponse changed = sendAfter([&] { identity_.isRestricted = true; });
    EXPECT_EQ(changed.status, 403);
    EXPECT_EQ(changed.message(), "what you may do here has changed while this was on its way; send it again");
    EXPECT_EQ(sendAfter([&] { identity_.isEnded = true; }).status, 401);
}

TEST_F(Dispatching, AsksTheGatekeeperAgainWhenAShortBodyCameLate) {
    for (const std::string expect : {"Expect: 100-continue\r\n", "Expect:\r\n"}) {
        identity_.isEnded = false;
        RawConnection connection(port());
        connection.send(
            "POST /v2/buckets/blog/objects HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer token-of-editor\r\n"
            "Content-Type: application/json\r\nContent-Length: 2\r\n" +
            expect + "\r\n");
        EXPECT_EQ(connection.receive(false).status, 100);
        identity_.isEnded = true;
        EXPECT_EQ(connection.ask("{}").status, 401) << expect;
    }
    EXPECT_EQ(handled_, 0);
}

TEST_F(Dispatching, TakesANameOrAnAddressForAHost) {
    const auto askAt = [this](const std::string& host) {
        return ask("GET /health HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
    };
    for (const char* host : {"", "a_b.example:80", "A-1.example.", "192.0.2.7:", "[2001:db8::7]:8055",
                             "[fe80::1%25eth0]", "x%20y", "localhost:8055"}) {
        EXPECT_EQ(askAt(host).status, 200) << host;
    }
    for (const char* host : {"a/../b c", "a b", "a@b", "a:80:80", "a:b", "[2001:db8::7", "[::1]80", "2001:db8::7",
                             "a\\b", "\"a\"", "a?b", "a#b", "\xC3\xA4.example"}) {
        const RawResponse refused = askAt(host);
        EXPECT_EQ(refused.status, 400) << host;
        EXPECT_EQ(refused.message(), "the header Host is neither a name nor an address");
    }
}

TEST_F(Dispatching, AnswersWhateverFails) {
    ids_.failsOnce = true;
    RawConnection connection(port());
    const RawResponse answer = connection.ask(get("/health"));
    EXPECT_EQ(answer.status, 500);
    EXPECT_EQ(textOf(answer.json(), "request_id"), "request-1");
    EXPECT_EQ(answer.header("x-request-id"), "request-1");
    EXPECT_TRUE(connection.closesNow());
    EXPECT_EQ(ask(get("/health")).status, 200);
    EXPECT_EQ(server_->numbers().unrouted.byStatus.at("500"), 1u);
}

TEST_F(Dispatching, ServesOnlyUploadsAtTheUploadAddress) {
    RawConnection upload(server_->uploadPort());
    EXPECT_EQ(upload.ask(post("/stream", "12345")).body, R"({"bytes":5})");
    EXPECT_EQ(upload.ask(get("/health")).status, 200);
    const RawResponse elsewhere = upload.ask(get("/items/7"));
    EXPECT_EQ(elsewhere.status, 404);
    EXPECT_EQ(elsewhere.message(),
              "there is nothing at '/items/7'; this is the upload address, everything else is at " + info_.baseUrl);
    EXPECT_EQ(ask(post("/stream", "12345")).body, R"({"bytes":5})");
}

TEST_F(Dispatching, SaysThatItStartsBeforeThereAreRoutes) {
    const auto ready = snapshot_.swap(std::make_shared<Snapshot>());
    EXPECT_EQ(ask(get("/health")).status, 503);
    snapshot_.swap(ready);
    EXPECT_EQ(ask(get("/health")).status, 200);
}

TEST_F(Dispatching, HoldsTheSnapshotForTheWholeRequest) {
    RawConnection connection(port());
    connection.send(get("/slow"));
    entered_.wait();
    std::weak_ptr<const Snapshot> old = snapshot_.swap(std::make_shared<Snapshot>());
    EXPECT_FALSE(old.expired());
    mayLeave_.set();
    EXPECT_EQ(connection.receive().status, 200);
}

}  // namespace
}  // namespace inkwell::kernel::test
