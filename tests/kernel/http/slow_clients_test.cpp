// Clients that send or read slowly hold no thread: what waits for them is the waiting room.
#include <future>
#include <thread>

#include "tests/kernel/http/live_server.h"
#include "tests/support/eventually.h"

namespace inkwell::kernel::test {
namespace {

using inkwell::test::eventually;

// More than the system takes for a client that reads nothing.
constexpr std::size_t kHugeBytes = 8'000'000;
constexpr int kSlow = 6;

std::string huge() { return get("/large?bytes=" + std::to_string(kHugeBytes)); }

class SlowClients : public LiveServer {
protected:
    SlowClients()
        : LiveServer([](Config::Http& http, Config::Limits&) {
              http.threads = 2;
              http.receiveTimeoutSeconds = 30;
          }) {}

    std::vector<std::unique_ptr<RawConnection>> connect(const std::string& bytes) {
        std::vector<std::unique_ptr<RawConnection>> connections;
        for (int i = 0; i < kSlow; ++i) {
            connections.push_back(std::make_unique<RawConnection>(port()));
            connections.back()->send(bytes);
        }
        return connections;
    }
};

TEST_F(SlowClients, MayReadTheirAnswersLate) {
    const auto readers = connect(huge() + get("/items/7"));
    for (int i = 0; i < 20; ++i) EXPECT_EQ(ask(get("/health")).status, 200);
    for (const auto& reader : readers) {
        const RawResponse answer = reader->receive();
        EXPECT_EQ(answer.status, 200);
        EXPECT_EQ(answer.body.size(), kHugeBytes + std::string(R"({"text":""})").size());
        EXPECT_EQ(reader->receive().body, R"({"id":"7","a":"-"})") << "was asked before the answer was read";
        EXPECT_EQ(reader->ask(get("/health")).status, 200);
    }
}

TEST_F(SlowClients, ReadTheLastAnswerOfTheirConnectionWhole) {
    const auto readers = connect("GET /large?bytes=" + std::to_string(kHugeBytes) +
                                 " HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n");
    EXPECT_EQ(ask(get("/health")).status, 200);
    for (const auto& reader : readers) {
        EXPECT_GT(reader->receive().body.size(), kHugeBytes);
        EXPECT_TRUE(reader->closesNow());
    }
}

TEST_F(SlowClients, AreWaitedForWhenTheServerStops) {
    RawConnection reader(port());
    reader.send(huge());
    ASSERT_TRUE(eventually([&] { return server_->numbers().running != 0; }));
    std::thread drain([this] { server_->drain(std::chrono::milliseconds(60'000)); });
    EXPECT_GT(reader.receive().body.size(), kHugeBytes);
    drain.join();
    EXPECT_TRUE(reader.closesNow());
}

TEST_F(SlowClients, MayEndABodyThatNobodyWantsLate) {
    const std::string objects = "POST /v2/buckets/blog/objects HTTP/1.1\r\nHost: test\r\nContent-Length: 50000\r\n\r\n";
    const auto senders = connect(objects + "{");
    for (const auto& sender : senders) EXPECT_EQ(sender->receive().status, 401);
    EXPECT_EQ(ask(get("/health")).status, 200);
    for (const auto& sender : senders) {
        sender->send(std::string(49'998, ' '));
        sender->send("}" + get("/items/7"));
        EXPECT_EQ(sender->receive().body, R"({"id":"7","a":"-"})");
    }
}

TEST_F(SlowClients, GetLittleRoomForBodiesWithAKey) {
    const auto senders = connect(
        "POST /v2/buckets/blog/objects HTTP/1.1\r\nHost: test\r\nContent-Length: 50000\r\n"
        "Content-Type: application/json\r\nAuthorization: Bearer " +
        std::string(kWriteKey) + "\r\n\r\n{");
    for (int i = 0; i < 20; ++i) EXPECT_EQ(ask(get("/health")).status, 200);
    int refused = 0;
    const std::string rest = std::string(49'998, ' ') + "}";
    for (const auto& sender : senders) {
        sender->send(rest);
        refused += sender->receive().status == 503 ? 1 : 0;
    }
    EXPECT_EQ(refused, kSlow - 1) << "one of two threads waits for such a body";
}

class Impatient : public LiveServer {};

/// Sends a byte now and then until an answer comes.
RawResponse trickle(int port, const std::string& head, const std::string& piece) {
    RawConnection sender(port);
    sender.send(head);
    auto answer = std::async(std::launch::async, [&] { return sender.receive(); });
    while (answer.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready) sender.send(piece);
    return answer.get();
}

TEST_F(Impatient, ServersWaitForNoBodyThatTrickles) {
    const std::string head = "POST /echo HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n";
    EXPECT_EQ(trickle(port(), head + "Content-Length: 60000\r\n\r\n", " ").status, 408);
    for (const std::string piece : {"1\r\n \r\n", " ", "1;x", "0\r\n"}) {
        EXPECT_EQ(trickle(port(), head + "Transfer-Encoding: chunked\r\n\r\n", piece).status, 408) << piece;
    }
}

TEST_F(Impatient, ServersCloseOnWhoReadsNothing) {
    RawConnection reader(port());
    reader.send(huge());
    ASSERT_TRUE(eventually([&] { return server_->numbers().running != 0; }));
    ASSERT_TRUE(eventually([&] { return server_->numbers().running == 0; }));
    EXPECT_THROW(reader.receive(), std::runtime_error);
}

}  // namespace
}  // namespace inkwell::kernel::test
