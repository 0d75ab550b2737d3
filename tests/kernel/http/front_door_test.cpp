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
    CostlyWork() : LiveServer(16) {}  // two of them for it
};

TEST_F(CostlyWork, HoldsAnEighthOfTheThreadsAndRefusesTheRestAtOnce) {
    std::vector<std::unique_ptr<RawConnection>> workers;
    for (int i = 0; i < 2; ++i) {
        workers.push_back(std::make_unique<RawConnection>(port()));
        workers.back()->send(get("/costly"));
        entered_.wait();
    }
    for (int i = 0; i < 40; ++i) {
        const RawResponse refused = ask(get("/costly"));
        EXPECT_EQ(refused.status, 503);
        EXPECT_EQ(refused.header("retry-after"), "2");
        EXPECT_EQ(ask(get("/items/1")).status, 200) << "other routes have their threads";
    }
    // Which of them a call lets go is not said.
    for (std::size_t i = 0; i < workers.size(); ++i) mayLeave_.set();
    for (const auto& worker : workers) EXPECT_EQ(worker->receive().status, 200);
    mayLeave_.set();
    EXPECT_EQ(ask(get("/costly")).status, 200) << "the places were given back";
}

class Everyone : public LiveServer {};

TEST_F(Everyone, MayReadByDefault) {
    const RawResponse response = ask(get("/health", "Origin: https://anywhere.example\r\n"));
    EXPECT_EQ(response.header("access-control-allow-origin"), "*");
    EXPECT_EQ(response.header("ratelimit"), "(none)");
    EXPECT_EQ(ask(get("/health")).header("access-control-allow-origin"), "(none)");
}

TEST(Places, AreNeverMoreThanThereAre) {
    constexpr int kPlaces = 2;
    Places places(kPlaces);
    std::atomic<int> held{0};
    std::atomic<int> most{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 20'000; ++i) {
                const Places::Taken place(places);
                if (!place) continue;
                const int now = ++held;
                int before = most;
                while (now > before && !most.compare_exchange_weak(before, now)) {
                }
                --held;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_LE(most, kPlaces);
    const Places::Taken first(places);
    Places::Taken second(places);
    EXPECT_TRUE(first && second) << "all came back";
    EXPECT_FALSE(Places::Taken(places));
    second = {};
    EXPECT_TRUE(Places::Taken(places));
}

}  // namespace
}  // namespace inkwell::kernel::test
