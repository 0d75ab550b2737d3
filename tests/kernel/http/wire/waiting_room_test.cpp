#include "kernel/http/wire/waiting_room.h"

#include <Poco/Net/ServerSocket.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <vector>

#include "tests/support/eventually.h"
#include "tests/support/raw_connection.h"

namespace inkwell::kernel {
namespace {

using inkwell::test::eventually;
using std::chrono::milliseconds;
using test::get;
using test::RawConnection;

constexpr std::size_t kHeadBytes = 1000;

int unreadOf(const Connection& connection) {
    int bytes = 0;
    ::ioctl(connection.descriptor(), FIONREAD, &bytes);
    return bytes;
}

/// A room behind a listening socket; the test does what workers do.
class Room : public testing::Test {
protected:
    ~Room() override { room_->close(); }

    void open(WaitingRoom::Options options = {}) {
        listening_.setBlocking(false);
        WaitingRoom::Door door;
        door.accept = [this] { return accept(); };
        door.ready = [this](std::unique_ptr<Connection> connection) { return take(std::move(connection)); };
        door.refusal = [](int status, const Connection&) {
            return "HTTP/1.1 " + std::to_string(status) + " No\r\nContent-Length: 0\r\n\r\n";
        };
        room_ = std::make_unique<WaitingRoom>(options, std::move(door));
        room_->open(listening_.impl()->sockfd());
    }
    int port() const { return listening_.address().port(); }
    RawConnection client() const { return RawConnection(port()); }
    /// One that the room takes for a client at that address.
    std::unique_ptr<RawConnection> clientFrom(const std::string& address) {
        const int before = accepted_;
        {
            const std::lock_guard lock(mutex_);
            address_ = address;
        }
        auto one = std::make_unique<RawConnection>(port());
        EXPECT_TRUE(eventually([&] { return accepted_ != before; }));
        return one;
    }
    bool isWaiting(std::size_t count) {
        return eventually([&] { return room_->waiting() == count; });
    }
    /// The next connection with a request; null when none comes.
    std::unique_ptr<Connection> nextReady() {
        std::unique_lock lock(mutex_);
        if (!came_.wait_for(lock, std::chrono::seconds(30), [&] { return !ready_.empty(); })) return nullptr;
        std::unique_ptr<Connection> connection = std::move(ready_.front());
        ready_.pop_front();
        return connection;
    }
    bool nobodyIsReady() {
        const std::lock_guard lock(mutex_);
        return ready_.empty();
    }
    static std::unique_ptr<Connection> answered(std::unique_ptr<Connection> connection, const std::string& bytes) {
        connection->beginRequest(nullptr);
        std::string request(kHeadBytes, '\0');
        connection->socket().receiveBytes(request.data(), static_cast<int>(request.size()));
        sendLast(connection->socket(), bytes);
        connection->endRequest({}, 0);
        return connection;
    }

    std::atomic<bool> isFull_{false};
    std::unique_ptr<WaitingRoom> room_;

private:
    WaitingRoom::Arrived accept() {
        const int descriptor = ::accept4(listening_.impl()->sockfd(), nullptr, nullptr, SOCK_CLOEXEC);
        if (descriptor < 0) return {};
        ++accepted_;
        const std::lock_guard lock(mutex_);
        const Poco::Net::SocketAddress peer(address_, 1);
        return {std::make_unique<Connection>(descriptor, peer, peer, nullptr, std::chrono::seconds(5), kHeadBytes),
                false};
    }
    std::unique_ptr<Connection> take(std::unique_ptr<Connection> connection) {
        if (isFull_) return connection;
        const std::lock_guard lock(mutex_);
        ready_.push_back(std::move(connection));
        came_.notify_one();
        return nullptr;
    }

    Poco::Net::ServerSocket listening_{Poco::Net::SocketAddress("127.0.0.1", 0)};
    std::mutex mutex_;
    std::condition_variable came_;
    std::atomic<int> accepted_{0};
    std::string address_ = "127.0.0.1";              // of the next client; guarded by mutex_
    std::deque<std::unique_ptr<Connection>> ready_;  // guarded by mutex_
};

TEST_F(Room, HandsAConnectionOnWhenItsRequestIsThere) {
    open();
    RawConnection one = client();
    const std::string request = get("/a");
    one.send(request.substr(0, 10));
    ASSERT_TRUE(isWaiting(1));
    EXPECT_TRUE(nobodyIsReady());
    one.send(request.substr(10));
    const auto connection = nextReady();
    ASSERT_TRUE(connection);
    EXPECT_EQ(connection->size(), request.size());
    EXPECT_EQ(room_->waiting(), 0u);
}

TEST_F(Room, KeepsAConnectionForItsNextRequest) {
    open();
    RawConnection one = client();
    for (const char* path : {"/a", "/b", "/c"}) {
        one.send(get(path));
        auto connection = nextReady();
        ASSERT_TRUE(connection) << path;
        room_->put(answered(std::move(connection), "HTTP/1.1 204 \r\n\r\n"), WaitingRoom::Next::Request);
        EXPECT_EQ(one.receive().status, 204);
        ASSERT_TRUE(isWaiting(1));
    }
}

TEST_F(Room, HandsOnWhatTheNextRequestAlreadySent) {
    open();
    RawConnection one = client();
    one.send(get("/a"));
    auto connection = nextReady();
    ASSERT_TRUE(connection);
    connection = answered(std::move(connection), "HTTP/1.1 204 \r\n\r\n");
    one.send(get("/b"));
    room_->put(std::move(connection), WaitingRoom::Next::Request);
    EXPECT_TRUE(nextReady());
}

TEST_F(Room, SendsTheRestOfAnAnswerAndThenCloses) {
    open();
    RawConnection one = client();
    one.send(get("/a"));
    auto connection = nextReady();
    ASSERT_TRUE(connection);
    constexpr std::size_t kHuge = 8'000'000;
    connection = answered(std::move(connection), "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(kHuge) +
                                                     "\r\n\r\n" + std::string(kHuge, 'x'));
    EXPECT_GT(connection->unsent(), 0u);
    room_->put(std::move(connection), WaitingRoom::Next::Close);
    EXPECT_EQ(one.receive().body.size(), kHuge);
    EXPECT_TRUE(one.closesNow());
}

TEST_F(Room, CutsNoReaderForAnother) {
    open();
    const auto ask = [&](RawConnection& reader, const std::string& answer) {
        reader.send(get("/a"));
        auto connection = nextReady();
        ASSERT_TRUE(connection);
        room_->put(answered(std::move(connection), answer), WaitingRoom::Next::Request);
    };
    const std::string huge = "HTTP/1.1 200 OK\r\nContent-Length: 8000000\r\n\r\n" + std::string(8'000'000, 'x');
    RawConnection one = client();
    ask(one, huge);
    RawConnection two = client();
    ask(two, huge);
    EXPECT_EQ(one.receive().body.size(), 8'000'000u);
    EXPECT_EQ(two.receive().body.size(), 8'000'000u);
}

TEST_F(Room, RefusesAHeadThatIsTooLong) {
    open();
    RawConnection one = client();
    EXPECT_EQ(one.ask(get("/a", "X-Long: " + std::string(kHeadBytes, 'x') + "\r\n")).status, 431);
    EXPECT_TRUE(one.closesNow());
}

TEST_F(Room, RefusesWhoSendsNothingButEmptyLines) {
    open();
    RawConnection one = client();
    one.send("\r\n\n" + get("/a"));
    EXPECT_TRUE(nextReady()) << "some are ignored";
    RawConnection two = client();
    two.send(std::string(200, '\n'));
    two.send(std::string(200, '\n'));
    EXPECT_EQ(two.receive().status, 400);
    EXPECT_TRUE(two.closesNow());
}

TEST_F(Room, TakesEmptyLinesForNoSignOfLife) {
    open();
    RawConnection one = client();
    one.send(get("/a"));
    auto connection = nextReady();
    ASSERT_TRUE(connection);
    connection = answered(std::move(connection), "HTTP/1.1 204 \r\n\r\n");
    const auto idleSince = connection->since();
    const auto takes = [&](const std::string& bytes) {
        one.send(bytes);
        EXPECT_TRUE(eventually([&] { return unreadOf(*connection) == static_cast<int>(bytes.size()); }));
        EXPECT_EQ(connection->receive(), Connection::Arrival::Waiting);
    };
    takes("\r\n");
    EXPECT_TRUE(connection->isIdle());
    EXPECT_EQ(connection->since(), idleSince);
    takes("\nG");
    EXPECT_GT(connection->since(), idleSince) << "a request has begun";
}

TEST_F(Room, ConnectionsDiscardABitOfAFloodAtATime) {
    open();
    RawConnection one = client();
    one.send(get("/a"));
    const std::unique_ptr<Connection> connection = nextReady();
    ASSERT_TRUE(connection);
    constexpr int kFlood = 40'000;
    one.send(std::string(kFlood, '\n'));
    ASSERT_TRUE(eventually([&] { return unreadOf(*connection) == kFlood; }));
    EXPECT_TRUE(connection->discard());
    EXPECT_GT(unreadOf(*connection), 0);
    EXPECT_TRUE(eventually([&] { return connection->discard() && unreadOf(*connection) == 0; }));
    EXPECT_TRUE(connection->discard()) << "the client is still there";
    one.finish();
    EXPECT_TRUE(eventually([&] { return !connection->discard(); }));
}

TEST_F(Room, RefusesARequestThatNobodyTakes) {
    open();
    isFull_ = true;
    EXPECT_EQ(client().ask(get("/a")).status, 503);
}

TEST_F(Room, RefusesMoreUnfinishedRequestsThanItHolds) {
    WaitingRoom::Options options;
    options.maxBytes = 100;
    open(options);
    EXPECT_EQ(client().ask("GET /" + std::string(200, 'a')).status, 503);
}

TEST_F(Room, TellsAClientThatItsRequestWasBad) {
    open();
    RawConnection one = client();
    one.send(get("/a"));
    auto connection = nextReady();
    ASSERT_TRUE(connection);
    room_->put(std::move(connection), WaitingRoom::Next::BadRequest);
    EXPECT_EQ(one.receive().status, 400);
    EXPECT_TRUE(one.closesNow());
}

TEST_F(Room, TellsAClientWhoseRequestDoesNotArrive) {
    WaitingRoom::Options options;
    options.arrivalLimit = milliseconds(20);
    open(options);
    RawConnection one = client();
    EXPECT_EQ(one.ask("GET / HTT").status, 408);
    EXPECT_TRUE(one.closesNow());
}

TEST_F(Room, ClosesAnIdleConnectionWithoutAWord) {
    WaitingRoom::Options options;
    options.idleLimit = milliseconds(20);
    open(options);
    EXPECT_TRUE(client().closesNow());
    EXPECT_TRUE(isWaiting(0));
}

TEST_F(Room, LetsTheLongestIdleOneGoForANewOne) {
    WaitingRoom::Options options;
    options.maxConnections = 2;
    RawConnection busy = client();
    busy.send("GET / HTT");
    open(options);  // which finds it busy at once
    ASSERT_TRUE(isWaiting(1));
    RawConnection idle = client();
    ASSERT_TRUE(isWaiting(2));
    EXPECT_EQ(room_->dropped(), 0);
    RawConnection fresh = client();
    EXPECT_TRUE(idle.closesNow());
    EXPECT_EQ(room_->dropped(), 1);
    busy.send("P/1.1\r\nHost: test\r\n\r\n");
    EXPECT_TRUE(nextReady());
    fresh.send(get("/a"));
    EXPECT_TRUE(nextReady());
}

TEST_F(Room, IsFilledByOneNetworkAlone) {
    WaitingRoom::Options options;
    options.maxConnections = 3;
    options.maxBytes = 3 * get("/a").size();
    open(options);
    std::vector<std::unique_ptr<RawConnection>> clients;
    for (int i = 0; i < 3; ++i) clients.push_back(clientFrom("203.0.113.1"));
    const std::string request = get("/a");
    for (const auto& one : clients) one->send(request.substr(0, request.size() - 1));
    for (const auto& one : clients) {
        one->send(request.substr(request.size() - 1));
        EXPECT_TRUE(nextReady());
    }
}

TEST_F(Room, LetsTheNetworkGoWithoutAPlaceThatHasMostOfThem) {
    WaitingRoom::Options options;
    options.maxConnections = 3;
    open(options);
    const auto other = clientFrom("203.0.113.2");
    const auto first = clientFrom("2001:db8::1");
    const auto second = clientFrom("2001:db8::2");
    const auto third = clientFrom("2001:db8::3");
    EXPECT_TRUE(first->closesNow());
    ASSERT_TRUE(isWaiting(3));
    for (const auto& one : {other.get(), second.get(), third.get()}) {
        one->send(get("/a"));
        EXPECT_TRUE(nextReady());
    }
}

TEST_F(Room, RefusesOfTheNetworkWithMostUnfinishedBytes) {
    WaitingRoom::Options options;
    options.maxBytes = 100;
    open(options);
    const auto first = clientFrom("203.0.113.1");
    const auto second = clientFrom("203.0.113.1");
    const auto other = clientFrom("203.0.113.2");
    first->send("GET /" + std::string(50, 'a'));
    second->send("GET /" + std::string(60, 'a'));
    other->send("GET /" + std::string(20, 'a'));
    EXPECT_EQ(first->receive().status, 503) << "which waits longest of its network";
    for (const auto& one : {other.get(), second.get()}) {
        one->send(" HTTP/1.1\r\nHost: test\r\n\r\n");
        EXPECT_TRUE(nextReady());
    }
}

TEST_F(Room, ForgetsTheBytesOfThoseItRefuses) {
    WaitingRoom::Options options;
    options.maxBytes = 100;
    open(options);
    RawConnection refused = client();
    EXPECT_EQ(refused.ask("GET /" + std::string(200, 'a')).status, 503);
    EXPECT_EQ(room_->dropped(), 0) << "it was answered";
    RawConnection next = client();
    next.send("GET /" + std::string(60, 'a'));
    next.send(" HTTP/1.1\r\nHost: test\r\n\r\n");
    EXPECT_TRUE(nextReady());
}

TEST_F(Room, ServesOnThoseThatWaitWhenItTakesNoNewOnesIn) {
    open();
    RawConnection before = client();
    ASSERT_TRUE(isWaiting(1));
    room_->stopAccepting();
    RawConnection after = client();  // the system takes it, the room does not
    after.send(get("/b"));
    for (const char* path : {"/a", "/aa"}) {
        before.send(get(path));
        auto connection = nextReady();
        ASSERT_TRUE(connection) << path;
        EXPECT_EQ(connection->size(), get(path).size());
        room_->put(answered(std::move(connection), "HTTP/1.1 204 \r\n\r\n"), WaitingRoom::Next::Request);
        EXPECT_EQ(before.receive().status, 204);
    }
    EXPECT_TRUE(nobodyIsReady());
}

TEST_F(Room, ClosesAllThatWaitAndWhoComesBackAfterwards) {
    open();
    RawConnection idle = client();
    RawConnection busy = client();
    ASSERT_TRUE(isWaiting(2));
    busy.send(get("/a"));
    auto connection = nextReady();
    ASSERT_TRUE(connection);
    room_->close();
    EXPECT_TRUE(idle.closesNow());
    EXPECT_EQ(room_->waiting(), 0u);
    room_->put(answered(std::move(connection), "HTTP/1.1 204 \r\n\r\n"), WaitingRoom::Next::Request);
    EXPECT_EQ(busy.receive().status, 204);
    EXPECT_TRUE(busy.closesNow());
}

TEST_F(Room, ConnectionsKnowWhetherAParserHasReadTheHeadAndNoMore) {
    open();
    RawConnection one = client();
    std::string head = get("/a");
    one.send(head + get("/b"));
    const std::unique_ptr<Connection> connection = nextReady();
    ASSERT_TRUE(connection);
    connection->beginRequest(nullptr);
    connection->socket().receiveBytes(head.data(), static_cast<int>(head.size()) - 1);
    EXPECT_FALSE(connection->isBehindHead(0));
    connection->socket().receiveBytes(head.data(), 1);
    EXPECT_TRUE(connection->isBehindHead(0));
    EXPECT_FALSE(connection->isBehindHead(1));
}

}  // namespace
}  // namespace inkwell::kernel
