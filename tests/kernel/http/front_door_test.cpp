#include "kernel/http/front_door.h"

#include <sys/socket.h>

#include <atomic>
#include <thread>
#include <vector>

#include "tests/kernel/http/live_server.h"

namespace inkwell::kernel::test {
namespace {

const std::string kObjects = "/v2/buckets/blog/objects";

class FewRequests : public LiveServer {
protected:
    FewRequests()
        : LiveServer([](Config::Http& http, Config::Limits& limits) {
              http.trustedProxies = {"127.0.0.1"};
              limits.addressRequestsPerSecond = 1;
              limits.addressBurst = 3;
              limits.keyRequestsPerSecond = 1;
              limits.keyBurst = 2;
          }) {}

    RawResponse askFrom(const std::string& address, const std::string& target) {
        return ask(get(target, "X-Forwarded-For: " + address + "\r\n"));
    }
};

TEST_F(FewRequests, OfOneAddressAreAnsweredAndThenRefused) {
    EXPECT_EQ(askFrom("203.0.113.1", "/health").header("ratelimit"), R"("address";r=2;t=1)");
    EXPECT_EQ(askFrom("203.0.113.1", "/health").header("ratelimit-policy"), R"("address";q=3;w=3)");
    EXPECT_EQ(askFrom("203.0.113.1", "/nothing").status, 404) << "which counts, too";
    const RawResponse refused = askFrom("203.0.113.1", "/health");
    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(refused.message(), "too many requests from this address; try again later");
    EXPECT_EQ(refused.header("retry-after"), "1");
    EXPECT_EQ(askFrom("203.0.113.2", "/health").status, 200);
}

TEST_F(FewRequests, OfOneNetworkOfIpv6CountTogether) {
    for (const char* address : {"2001:db8::1", "2001:db8::2", "2001:db8::3"}) {
        EXPECT_EQ(askFrom(address, "/health").status, 200);
    }
    EXPECT_EQ(askFrom("2001:db8::4", "/health").status, 429);
    EXPECT_EQ(askFrom("2001:db8:0:1::1", "/health").status, 200);
}

TEST_F(FewRequests, WithOneKeyAreRefusedWhereverTheyComeFrom) {
    const std::string read = kObjects + "?read_key=" + kReadKey;
    EXPECT_EQ(askFrom("203.0.113.1", read).header("ratelimit"), R"("address";r=2;t=1, "key";r=1;t=1)");
    EXPECT_EQ(askFrom("203.0.113.2", read).status, 200);
    const RawResponse refused = askFrom("203.0.113.3", read);
    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(refused.message(), "too many requests from this key; try again later");
    EXPECT_EQ(askFrom("203.0.113.4", kObjects + "?read_key=wrong").status, 401) << "a wrong key uses up nobody's";
}

TEST_F(FewRequests, WithoutAKeyTakeNothingOfTheReadKey) {
    for (const char* address : {"203.0.113.1", "203.0.113.2", "203.0.113.3"}) {
        EXPECT_EQ(askFrom(address, "/v2/buckets/blog/files").header("ratelimit"), R"("address";r=2;t=1)");
    }
    EXPECT_EQ(askFrom("203.0.113.4", kObjects + "?read_key=" + kReadKey).header("ratelimit"),
              R"("address";r=2;t=1, "key";r=1;t=1)");
}

class EncryptedDoor : public LiveServer {
protected:
    EncryptedDoor()
        : LiveServer([](Config::Http& http, Config::Limits&) {
              http.baseUrl = "https://cms.example.com";
              http.hstsSeconds = 3600;
          }) {}
};

TEST_F(EncryptedDoor, TellsBrowsersToKeepToHttpsWithEveryAnswer) {
    for (const char* path : {"/health", "/nothing", "/v2/buckets/blog/objects"})
        EXPECT_EQ(ask(get(path)).header("strict-transport-security"), "max-age=3600") << path;
    EXPECT_EQ(ask("OPTIONS /health HTTP/1.1\r\nHost: test\r\n\r\n").header("strict-transport-security"),
              "max-age=3600");
    EXPECT_EQ(ask("nonsense\r\n\r\n").header("strict-transport-security"), "max-age=3600");
}

TEST(FrontDoor, SaysNothingOfHttpsWithoutItOrWhenItIsToldTo) {
    Config::Http http;
    const auto transport = [&] { return FrontDoor(http, {}).transport; };
    EXPECT_EQ(transport(), "");
    http.baseUrl = "http://cms.example.com";
    EXPECT_EQ(transport(), "");
    http.baseUrl = "https://cms.example.com";
    EXPECT_EQ(transport(), "max-age=15552000");
    http.baseUrl = "";
    http.tlsCertificate = "server.pem";
    EXPECT_EQ(transport(), "max-age=15552000");
    http.hstsSeconds = 0;
    EXPECT_EQ(transport(), "");
}

class Door : public LiveServer {
protected:
    Door()
        : LiveServer([](Config::Http& http, Config::Limits&) {
              http.corsOrigins = {"https://example.org"};
              http.corsMaxAgeSeconds = 60;
              http.threads = 8;
          }) {}
};

TEST_F(Door, LetsThePagesOfItsOriginsRead) {
    const RawResponse allowed = ask(get("/health", "Origin: https://example.org\r\n"));
    EXPECT_EQ(allowed.header("access-control-allow-origin"), "https://example.org");
    EXPECT_EQ(allowed.header("vary"), "Origin");
    EXPECT_NE(allowed.header("access-control-expose-headers").find("ETag"), std::string::npos);
    const RawResponse other = ask(get("/health", "Origin: https://evil.example\r\n"));
    EXPECT_EQ(other.status, 200);
    EXPECT_EQ(other.header("access-control-allow-origin"), "(none)");
    EXPECT_EQ(other.header("vary"), "Origin");
    EXPECT_EQ(ask(get("/nothing", "Origin: https://example.org\r\n")).header("access-control-allow-origin"),
              "https://example.org")
        << "a page may read its errors";
}

TEST_F(Door, AnswersWhatBrowsersAskBefore) {
    const std::string question = " HTTP/1.1\r\nHost: test\r\nAccess-Control-Request-Method: POST\r\n";
    const RawResponse allowed =
        ask("OPTIONS " + kObjects + question +
            "Origin: https://example.org\r\nAccess-Control-Request-Headers: authorization,content-type\r\n\r\n");
    EXPECT_EQ(allowed.status, 204);
    EXPECT_EQ(allowed.header("access-control-allow-origin"), "https://example.org");
    EXPECT_EQ(allowed.header("access-control-allow-methods"), "GET, HEAD, POST, OPTIONS");
    EXPECT_EQ(allowed.header("access-control-allow-headers"), "authorization,content-type");
    EXPECT_EQ(allowed.header("access-control-max-age"), "60");
    EXPECT_EQ(allowed.header("access-control-allow-credentials"), "(none)");
    const RawResponse other = ask("OPTIONS " + kObjects + question + "Origin: https://evil.example\r\n\r\n");
    EXPECT_EQ(other.status, 204);
    EXPECT_EQ(other.header("access-control-allow-methods"), "(none)");
    const RawResponse nothing = ask("OPTIONS /nothing" + question + "Origin: https://example.org\r\n\r\n");
    EXPECT_EQ(nothing.status, 204);
    EXPECT_EQ(nothing.header("access-control-allow-methods"), "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
}

TEST_F(Door, GivesWhoShowsNoKeyLittleRoomForABody) {
    const std::string body = "{\"a\":\"" + std::string(70'000, 'x') + "\"}";
    EXPECT_EQ(ask(post("/echo", body)).status, 413);
    EXPECT_EQ(ask(post(kObjects, body, "Authorization: Bearer " + std::string(kWriteKey) + "\r\n")).status, 200);
}

TEST_F(Door, KeepsThreadsFreeOfBodiesThatTrickleIn) {
    std::vector<std::unique_ptr<RawConnection>> slow;
    for (int i = 0; i < 20; ++i) {
        slow.push_back(std::make_unique<RawConnection>(port()));
        slow.back()->send(
            "POST /echo HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n"
            "Transfer-Encoding: chunked\r\n\r\n2\r\n{\"\r\n");
    }
    EXPECT_EQ(ask(get("/health")).status, 200);
    int refused = 0;
    for (auto& connection : slow) {
        const int status = connection->receive().status;
        if (status == 503) ++refused;
        EXPECT_TRUE(status == 503 || status == 408) << status;
    }
    EXPECT_GE(refused, 1) << "one of eight threads waits for such a body";
}

class CostlyWork : public LiveServer {
protected:
    CostlyWork()
        : LiveServer([](Config::Http& http, Config::Limits&) {
              http.trustedProxies = {"127.0.0.1"};
              http.threads = 32;  // four of them for it
          }) {}

    void begin(const std::string& address) {
        workers_.push_back(std::make_unique<RawConnection>(port()));
        workers_.back()->send(from(address));
        entered_.wait();
    }
    static std::string from(const std::string& address) {
        return get("/costly", "X-Forwarded-For: " + address + "\r\n");
    }

    std::vector<std::unique_ptr<RawConnection>> workers_;
};

TEST_F(CostlyWork, HoldsAnEighthOfTheThreadsOfWhichOneNetworkLeavesAHalf) {
    for (int i = 0; i < 2; ++i) begin("203.0.113.1");
    for (int i = 0; i < 40; ++i) {
        const RawResponse refused = ask(from("203.0.113.1"));
        EXPECT_EQ(refused.status, 503);
        EXPECT_EQ(refused.message(),
                  "too many requests for what takes long are under way from this network; try again");
        EXPECT_EQ(refused.header("retry-after"), "2");
        EXPECT_EQ(ask(get("/items/1")).status, 200) << "other routes have their threads";
    }
    begin("203.0.113.2");
    begin("203.0.113.3");
    EXPECT_EQ(ask(from("203.0.113.4")).message(), "too many requests for what takes long are under way; try again");
    // Which of them a call lets go is not said.
    for (std::size_t i = 0; i < workers_.size(); ++i) mayLeave_.set();
    for (const auto& worker : workers_) EXPECT_EQ(worker->receive().status, 200);
    mayLeave_.set();
    EXPECT_EQ(ask(from("203.0.113.4")).status, 200) << "the places were given back";
}

TEST_F(CostlyWork, AThreadKnowsForWhichClientItWorks) {
    const auto networkOf = [this](const std::string& address) {
        return ask(get("/network", "X-Forwarded-For: " + address + "\r\n")).json();
    };
    EXPECT_EQ(networkOf("203.0.113.1"), (JsonObject{{"network", "203.0.113.1"}}));
    EXPECT_EQ(networkOf("203.0.113.2"), (JsonObject{{"network", "203.0.113.2"}}));
}

TEST_F(Door, KeepsThreadsFreeOfShortBodiesThatAnExpectationHoldsBack) {
    const std::string head =
        "POST /echo HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 9\r\n";
    for (const std::string expect : {"Expect: x\r\n", "Expect: 100-continue\r\n", "Expect:\r\n",
                                     "Expect: 100-continue\r\nExpect: x\r\n", "Expect: 100-continue, x\r\n"}) {
        std::vector<std::unique_ptr<RawConnection>> slow;
        for (int i = 0; i < 20; ++i) {
            slow.push_back(std::make_unique<RawConnection>(port()));
            slow.back()->send(head + expect + "\r\n");
        }
        EXPECT_EQ(ask(get("/health")).status, 200) << expect;
        int refused = 0;
        for (auto& connection : slow) {
            int status = connection->receive().status;
            if (status == 100) status = connection->receive().status;
            if (status == 503 || status == 417) ++refused;
            EXPECT_TRUE(status == 503 || status == 417 || status == 408) << status;
        }
        EXPECT_GE(refused, 19) << "one of eight threads waits for such a body: " << expect;
    }
}

class SlowBodies : public LiveServer {
protected:
    SlowBodies()
        : LiveServer([](Config::Http& http, Config::Limits&) {
              http.trustedProxies = {"127.0.0.1"};
              http.threads = 64;  // 4 places for bodies without a key, 12 with one, 56 at the upload listener
              http.receiveTimeoutSeconds = 30;
          }) {}

    static std::string head(const std::string& address, const std::string& target, const std::string& token) {
        return "POST " + target + " HTTP/1.1\r\nHost: test\r\nX-Forwarded-For: " + address +
               "\r\nContent-Type: application/json\r\nContent-Length: 60000\r\nExpect: 100-continue\r\n" +
               (token.empty() ? "" : "Authorization: Bearer " + token + "\r\n") + "\r\n";
    }
    /// How many bodies the server begins to take before it refuses one.
    int begun(int port, const std::string& address, const std::string& target, const std::string& token = "") {
        for (int count = 0;; ++count) {
            held_.push_back(std::make_unique<RawConnection>(port));
            const RawResponse response = held_.back()->ask(head(address, target, token));
            if (response.status == 100) continue;
            EXPECT_EQ(response.status, 503);
            EXPECT_EQ(response.header("retry-after"), "1");
            return count;
        }
    }

    const std::string kFiles = "/v2/buckets/blog/bytes";
    std::vector<std::unique_ptr<RawConnection>> held_;
};

TEST_F(SlowBodies, OfOneNetworkLeavePlacesToOthers) {
    EXPECT_EQ(begun(port(), "203.0.113.1", kObjects, kWriteKey), 3);
    EXPECT_EQ(begun(port(), "203.0.113.2", kObjects, "token-of-editor"), 3);
    EXPECT_EQ(begun(port(), "203.0.113.3", kObjects, kWriteKey), 1) << "of the same key";
    EXPECT_EQ(begun(port(), "203.0.113.1", "/echo"), 2) << "strangers have places of their own";
    EXPECT_EQ(begun(port(), "203.0.113.2", "/echo"), 1);
    EXPECT_EQ(ask(get("/health")).status, 200);
}

TEST_F(SlowBodies, OfOneTokenLeavePlacesToOthersFromWhereverTheyCome) {
    int all = 0;
    for (int network = 1; network < 8; ++network)
        all += begun(port(), "203.0.113." + std::to_string(network), kObjects, "token-of-editor");
    EXPECT_EQ(all, 6);
}

TEST_F(SlowBodies, LeavePlacesAtTheUploadAddressToo) {
    EXPECT_EQ(begun(server_->uploadPort(), "203.0.113.1", kFiles, "token-of-editor"), 14);
    RawConnection other(server_->uploadPort());
    EXPECT_EQ(other
                  .ask(post(kFiles, std::string(60'000, 'x'),
                            "X-Forwarded-For: 203.0.113.2\r\nAuthorization: Bearer " + std::string(kWriteKey) + "\r\n"))
                  .body,
              R"({"bytes":60000})");
}

class Everyone : public LiveServer {};

TEST_F(Everyone, MayReadByDefault) {
    const RawResponse response = ask(get("/health", "Origin: https://anywhere.example\r\n"));
    EXPECT_EQ(response.header("access-control-allow-origin"), "*");
    EXPECT_EQ(response.header("ratelimit"), "(none)");
    const RawResponse kept = ask(get("/health"));
    EXPECT_EQ(kept.header("access-control-allow-origin"), "*") << "a cache may give it to a page later";
    EXPECT_EQ(kept.header("access-control-expose-headers"), response.header("access-control-expose-headers"));
    EXPECT_EQ(kept.header("vary"), response.header("vary"));
}

}  // namespace
}  // namespace inkwell::kernel::test
