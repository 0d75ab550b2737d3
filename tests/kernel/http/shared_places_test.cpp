#include "kernel/http/shared_places.h"

#include <atomic>
#include <thread>

#include "inkwell/error.h"
#include "tests/kernel/http/live_server.h"
#include "tests/support/eventually.h"

namespace inkwell::kernel::test {
namespace {

using inkwell::test::eventually;

/// The message of the refusal; "" without one.
std::string takeInto(std::vector<SharedPlaces::Taken>& held, SharedPlaces& places, const std::string& network,
                     const std::string& holder = "") {
    try {
        held.push_back(places.take(network, holder));
        return "";
    } catch (const ApiError& error) {
        EXPECT_EQ(error.status(), 503);
        return error.message();
    }
}

TEST(SharedPlaces, GiveOneNetworkNoMoreThanItLeaves) {
    SharedPlaces places("downloads", 40, 5);
    std::vector<SharedPlaces::Taken> held;
    for (int i = 0; i < 20; ++i) EXPECT_EQ(takeInto(held, places, "a"), "") << i;
    EXPECT_EQ(takeInto(held, places, "a"), "too many downloads are under way from this network; try again");
    EXPECT_EQ(takeInto(held, places, "b"), "");
    held.erase(held.begin());
    EXPECT_EQ(takeInto(held, places, "a"), "");
}

TEST(SharedPlaces, LeaveOneForWhoeverComesUntilAllAreTaken) {
    SharedPlaces places("downloads", 32, 5);
    std::vector<SharedPlaces::Taken> held;
    const auto takeAll = [&](const std::string& network) {
        int taken = 0;
        while (takeInto(held, places, network).empty()) ++taken;
        return taken;
    };
    EXPECT_EQ(takeAll("a"), 16);
    EXPECT_EQ(takeAll("b"), 8);
    EXPECT_EQ(takeAll("c"), 4);
    EXPECT_EQ(takeAll("d"), 2);
    EXPECT_EQ(takeAll("e"), 1);
    EXPECT_EQ(takeAll("f"), 1);
    EXPECT_EQ(takeInto(held, places, "g"), "too many downloads are under way; try again");
}

TEST(SharedPlaces, GiveOneHolderNoMoreThanItLeaves) {
    SharedPlaces places("streams", 8, 5);
    std::vector<SharedPlaces::Taken> held;
    for (int i = 0; i < 4; ++i) EXPECT_EQ(takeInto(held, places, std::to_string(i), "read b1"), "") << i;
    EXPECT_EQ(takeInto(held, places, "5", "read b1"),
              "too many streams are under way for this user, token or bucket; try again");
    EXPECT_EQ(takeInto(held, places, "5", "read b2"), "");
    EXPECT_EQ(takeInto(held, places, "5"), "");
}

TEST(SharedPlaces, LeaveOneOfAHolderForWhicheverNetworkComes) {
    SharedPlaces places("downloads", 32, 5);
    std::vector<SharedPlaces::Taken> held;
    const auto takeAll = [&](const std::string& network) {
        int taken = 0;
        while (takeInto(held, places, network, "read b1").empty()) ++taken;
        return taken;
    };
    EXPECT_EQ(takeAll("a"), 8);
    EXPECT_EQ(takeInto(held, places, "a", "read b1"),
              "too many downloads are under way from this network for this user, token or bucket; try again");
    EXPECT_EQ(takeAll("b"), 4);
    EXPECT_EQ(takeAll("c"), 2);
    EXPECT_EQ(takeAll("d"), 1);
    EXPECT_EQ(takeAll("e"), 1);
    EXPECT_EQ(takeInto(held, places, "a", "read b2"), "") << "others have their own";
    EXPECT_EQ(takeInto(held, places, "a"), "");
}

TEST(SharedPlaces, RememberNobodyWhoHoldsNone) {
    SharedPlaces places("images", 64, 5);
    std::vector<SharedPlaces::Taken> held;
    for (int i = 0; i < 60; ++i)
        EXPECT_EQ(takeInto(held, places, "n" + std::to_string(i), "read b" + std::to_string(i % 20)), "") << i;
    EXPECT_EQ(places.rows(), 60u + 20u + 60u);
    for (int i = 0; i < 100; ++i) takeInto(held, places, "n1", "read b" + std::to_string(i % 20));
    EXPECT_EQ(places.rows(), 60u + 20u + held.size()) << "whoever is refused leaves nothing behind";
    held.clear();
    EXPECT_EQ(places.rows(), 0u);
}

TEST(SharedPlaces, GiveSeveralToOneWhoNeedsThemOrNone) {
    SharedPlaces places("bodies", 16, 5);
    std::vector<SharedPlaces::Taken> held;
    held.push_back(places.takeTogether("a", "read b1", 5));
    try {
        held.push_back(places.takeTogether("a", "read b2", 5));
        ADD_FAILURE() << "more than it leaves";
    } catch (const ApiError& error) {
        EXPECT_EQ(error.message(), "too many bodies are under way from this network; try again");
    }
    EXPECT_EQ(places.rows(), 3u) << "whoever is refused has none of them";
    held.push_back(places.takeTogether("a", "read b2", 3));
    held.push_back(places.take("b", "read b1"));
    held.clear();
    EXPECT_EQ(places.rows(), 0u);
    held.push_back(places.takeTogether("a", "read b1", 1000));
    EXPECT_EQ(takeInto(held, places, "a"), "too many bodies are under way from this network; try again");
    EXPECT_EQ(takeInto(held, places, "b"), "") << "half of all at most";
}

TEST(SharedPlaces, AreCountedRightByManyThreads) {
    SharedPlaces places("images", 40, 5);
    std::atomic<int> held{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < 5'000; ++i) {
                std::vector<SharedPlaces::Taken> mine;
                for (int n = 0; n < 16; ++n)
                    takeInto(mine, places, "n" + std::to_string(t), "read b" + std::to_string(n % 3));
                held += static_cast<int>(mine.size());
                EXPECT_LE(held, 40);
                held -= static_cast<int>(mine.size());
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(places.rows(), 0u);
}

class Sharing : public LiveServer {
protected:
    Sharing()
        : LiveServer([](Config::Http& http, Config::Limits&) {
              http.trustedProxies = {"127.0.0.1"};
              http.threads = 256;  // 32 places for downloads, as many for images, 64 for streams
              http.receiveTimeoutSeconds = 30;
          }) {}

    static std::string from(const std::string& address, const std::string& target) {
        return get(target, "X-Forwarded-For: " + address + "\r\n");
    }
    /// Clients that read next to nothing of what they asked for.
    void holdDownloads(int count, const std::string& address) {
        for (int i = 0; i < count; ++i) {
            held_.push_back(std::make_unique<RawConnection>(port()));
            held_.back()->send(from(address, "/bytes?length=20000000"));
            EXPECT_FALSE(held_.back()->closesNow()) << "its first bytes come, so that it has its place";
        }
    }
    void holdStreams(int count, const std::string& address) {
        for (int i = 0; i < count; ++i) {
            held_.push_back(std::make_unique<RawConnection>(port()));
            held_.back()->send(from(address, kLive));
            EXPECT_EQ(held_.back()->receive(false).status, 200);
            held_.back()->receiveUntil("first\n");
        }
    }

    const std::string kLive = "/v2/buckets/blog/live?read_key=" + std::string(kReadKey);
    std::vector<std::unique_ptr<RawConnection>> held_;
};

TEST_F(Sharing, OneClientsSlowDownloadsShutNobodyElseOut) {
    holdDownloads(16, "203.0.113.1");
    for (int i = 0; i < 150; ++i) {
        const RawResponse refused = ask(from("203.0.113.1", "/bytes?length=300000"));
        EXPECT_EQ(refused.status, 503);
        EXPECT_EQ(refused.message(), "too many downloads are under way from this network; try again");
        EXPECT_EQ(refused.header("retry-after"), "5");
    }
    EXPECT_EQ(ask(from("203.0.113.2", "/bytes?length=300000")).body.size(), 300'000u);
    EXPECT_EQ(ask(from("203.0.113.1", "/bytes?length=300000&type=image/png")).status, 200) << "images have their own";
    holdStreams(1, "203.0.113.1");
    EXPECT_EQ(ask(from("203.0.113.1", "/bytes?length=200000")).body.size(), 200'000u) << "a short file holds no thread";
    RawConnection head(port());
    head.send("HEAD /bytes?length=300000 HTTP/1.1\r\nHost: test\r\nX-Forwarded-For: 203.0.113.1\r\n\r\n");
    EXPECT_EQ(head.receive(false).status, 200) << "nothing of it is sent";

    EXPECT_EQ(held_.front()->receive().body.size(), 20'000'000u);
    const std::string again = from("203.0.113.1", "/bytes?length=300000");
    EXPECT_TRUE(eventually([&] { return ask(again).status != 503; })) << "its place is not given back";
    mayLeave_.set();
}

TEST_F(Sharing, OneNetworkAndOneKeyLeavePlacesForStreams) {
    const std::string ofBoth =
        "too many streams are under way from this network for this user, token or bucket; try again";
    holdStreams(16, "2001:db8::1");
    EXPECT_EQ(ask(from("2001:db8::1", kLive)).message(), ofBoth);
    EXPECT_EQ(ask(from("2001:db8::1", "/bytes?length=300000")).status, 200);
    holdStreams(8, "2001:db8:0:1::1");
    EXPECT_EQ(ask(from("2001:db8:0:1::2", kLive)).message(), ofBoth);
    holdStreams(1, "203.0.113.1");
    for (std::size_t i = 0; i < held_.size(); ++i) mayLeave_.set();
    for (const auto& connection : held_) connection->receiveUntil("0\r\n\r\n");
    holdStreams(1, "203.0.113.1");
    mayLeave_.set();
}

TEST_F(Sharing, OneClientsSlowDownloadsShutNobodyOutOfABucket) {
    const std::string file = "/v2/buckets/blog/file?length=";
    for (const std::string type : {"video/mp4", "image/png"}) {
        for (int i = 0; i < 8; ++i) {
            held_.push_back(std::make_unique<RawConnection>(port()));
            held_.back()->send(from("203.0.113.1", file + "20000000&type=" + type));
            EXPECT_FALSE(held_.back()->closesNow());
        }
        const std::string small = file + "300000&type=" + type;
        EXPECT_EQ(ask(from("203.0.113.1", small)).status, 503) << type;
        EXPECT_EQ(ask(from("203.0.113.2", small)).body.size(), 300'000u) << type;
    }
}

}  // namespace
}  // namespace inkwell::kernel::test
