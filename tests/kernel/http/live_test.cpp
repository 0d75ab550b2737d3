// Response::live: bodies whose end nobody knows beforehand.
#include <condition_variable>
#include <deque>
#include <mutex>

#include "kernel/snapshot/router.h"
#include "tests/kernel/http/live_server.h"
#include "tests/support/eventually.h"

namespace inkwell::kernel::test {
namespace {

using inkwell::test::eventually;
using std::chrono::milliseconds;

/// What the bodies of one test send, and how many of them there are.
class Source {
public:
    void add(std::optional<std::string> piece) {
        const std::lock_guard lock(mutex_);
        pieces_.push_back(std::move(piece));
        changed_.notify_all();
    }
    std::optional<std::string> next(milliseconds wait) {
        std::unique_lock lock(mutex_);
        ++asked_;
        if (!changed_.wait_for(lock, wait, [this] { return !pieces_.empty(); })) return "";
        std::optional<std::string> piece = pieces_.front();
        pieces_.pop_front();
        return piece;
    }
    void count(int change) {
        const std::lock_guard lock(mutex_);
        open_ += change;
        changed_.notify_all();
    }
    bool becomesOpen(int count) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::seconds(20), [&] { return open_ == count; });
    }
    int asked() {
        const std::lock_guard lock(mutex_);
        return asked_;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::optional<std::string>> pieces_;
    int open_ = 0;
    int asked_ = 0;
};

class Live : public LiveServer {
protected:
    explicit Live(int maxConnections = 64) : LiveServer(maxConnections) {
        const Handler live = [this](const Request&) {
            return answer([this](milliseconds w) { return source_.next(w); });
        };
        const Handler broken = [this](const Request&) {
            return answer([](milliseconds) -> std::optional<std::string> { throw std::runtime_error("no more"); });
        };
        const Handler endless = [this](const Request&) {
            return answer([](milliseconds) { return std::string(1 << 20, 'x'); });
        };
        std::vector<Route> routes = testRoutes();
        routes.push_back({Method::Get, "/live", Auth::Public, live, {}, "things", true});
        routes.push_back({Method::Get, "/broken", Auth::Public, broken, {}, "things", true});
        routes.push_back({Method::Get, "/endless", Auth::Public, endless, {}, "things", true});
        auto next = std::make_shared<Snapshot>(*snapshot_.load());
        next->router = std::make_shared<Router>(std::move(routes));
        snapshot_.swap(std::move(next));
    }

    ~Live() override { server_->drain(std::chrono::seconds(5)); }  // the bodies under way use source_

    Response answer(std::function<std::optional<std::string>(milliseconds)> next) {
        source_.count(1);
        const std::shared_ptr<void> open(nullptr, [this](void*) { source_.count(-1); });
        Response response;
        response.headers = {{"Cache-Control", "no-store"}};
        response.live =
            LiveBody{"text/event-stream", [open, next = std::move(next)](milliseconds w) { return next(w); }};
        return response;
    }
    /// A connection that has got its head and first piece.
    std::unique_ptr<RawConnection> connect() {
        auto connection = std::make_unique<RawConnection>(port());
        EXPECT_EQ(connection->ask(get("/live")).status, 200);
        source_.add("first");
        EXPECT_EQ(connection->receiveUntil("first\r\n"), "5\r\nfirst\r\n");
        return connection;
    }
    void expectEnd(RawConnection& connection) {
        EXPECT_EQ(connection.receiveUntil("0\r\n\r\n"), "0\r\n\r\n");
        EXPECT_TRUE(connection.closesNow());
        EXPECT_TRUE(source_.becomesOpen(0));
    }

    Source source_;
};

TEST_F(Live, SendsEveryPieceAsAChunkAtOnce) {
    RawConnection connection(port());
    const RawResponse head = connection.ask(get("/live", "Accept-Encoding: gzip\r\nIf-None-Match: *\r\n"));
    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(head.header("content-type"), "text/event-stream");
    EXPECT_EQ(head.header("transfer-encoding"), "chunked");
    EXPECT_EQ(head.header("cache-control"), "no-store");
    EXPECT_EQ(head.header("connection"), "Close");
    for (const char* absent : {"content-length", "content-encoding", "etag", "vary"}) {
        EXPECT_EQ(head.header(absent), "(none)") << absent;
    }
    source_.add("hello");
    EXPECT_EQ(connection.receiveUntil("hello\r\n"), "5\r\nhello\r\n");
    source_.add(std::string(20, 'x'));
    EXPECT_EQ(connection.receiveUntil("x\r\n"), "14\r\n" + std::string(20, 'x') + "\r\n");
    source_.add(std::nullopt);
    expectEnd(connection);
}

TEST_F(Live, AnEmptyPieceIsNotTheEnd) {
    const auto connection = connect();
    source_.add("");
    source_.add("second");
    EXPECT_EQ(connection->receiveUntil("second\r\n"), "6\r\nsecond\r\n");
}

TEST_F(Live, ToHttp10TheBodyEndsWithTheConnection) {
    RawConnection connection(port());
    const RawResponse head = connection.ask("GET /live HTTP/1.0\r\nHost: test\r\nConnection: keep-alive\r\n\r\n");
    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(head.header("transfer-encoding"), "(none)");
    EXPECT_EQ(head.header("content-length"), "(none)");
    EXPECT_EQ(head.header("connection"), "Close");
    source_.add("one");
    source_.add("two");
    EXPECT_EQ(connection.receiveUntil("two"), "onetwo");
    source_.add(std::nullopt);
    EXPECT_TRUE(connection.closesNow());
}

TEST_F(Live, HeadGetsTheHeadAlone) {
    RawConnection connection(port());
    connection.send("HEAD /live HTTP/1.1\r\nHost: test\r\n\r\n");
    const RawResponse head = connection.receive(false);
    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(head.header("content-type"), "text/event-stream");
    EXPECT_TRUE(connection.closesNow());
    EXPECT_TRUE(source_.becomesOpen(0));
    EXPECT_EQ(source_.asked(), 0);
}

TEST_F(Live, EndsWhenTheClientGoes) {
    auto connection = connect();
    connection.reset();
    EXPECT_TRUE(source_.becomesOpen(0));
}

TEST_F(Live, EndsWhenTheClientEndsItsHalf) {
    const auto connection = connect();
    connection->finish();
    expectEnd(*connection);
}

TEST_F(Live, EndsWhenTheServerStops) {
    const auto connection = connect();
    server_->drain(std::chrono::hours(1));  // or the test's own limit is met
    EXPECT_TRUE(source_.becomesOpen(0));
    EXPECT_EQ(connection->receiveUntil("0\r\n\r\n"), "0\r\n\r\n");
}

TEST_F(Live, EndsWhenPluginsAreSwitchedAndHoldsThemNoLonger) {
    const auto connection = connect();
    const std::weak_ptr<const Snapshot> old = snapshot_.load();
    snapshot_.swap(std::make_shared<Snapshot>(*snapshot_.load()));
    expectEnd(*connection);
    ASSERT_TRUE(eventually([&] { return old.expired(); }));
}

TEST_F(Live, ThatFailsClosesTheConnectionWithoutAnEnd) {
    RawConnection connection(port());
    EXPECT_EQ(connection.ask(get("/broken")).status, 200);
    EXPECT_TRUE(connection.closesNow());
    EXPECT_TRUE(source_.becomesOpen(0));
}

TEST_F(Live, IsTakenFromAClientThatReadsNothing) {
    RawConnection connection(port());
    connection.send(get("/endless"));
    EXPECT_TRUE(source_.becomesOpen(1));
    EXPECT_TRUE(source_.becomesOpen(0));
}

class FewConnections : public Live {
protected:
    FewConnections() : Live(32) {}  // a quarter of them for streams, of which one network gets half
};

TEST_F(FewConnections, GiveTheirThreadsBack) {
    for (int round = 0; round < 3; ++round) {
        std::vector<std::unique_ptr<RawConnection>> connections;
        for (int n = 0; n < 4; ++n) {
            connections.push_back(std::make_unique<RawConnection>(port()));
            EXPECT_EQ(connections.back()->ask(get("/live")).status, 200);
        }
        EXPECT_TRUE(source_.becomesOpen(4));
        RawConnection waiting(port());
        waiting.send(get("/items/1"));
        connections.clear();
        EXPECT_EQ(waiting.receive().status, 200);
        EXPECT_TRUE(source_.becomesOpen(0));
    }
}

}  // namespace
}  // namespace inkwell::kernel::test
