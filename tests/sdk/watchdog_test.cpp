#include "inkwell/watchdog.h"

#include <Poco/Exception.h>
#include <Poco/Net/ServerSocket.h>
#include <Poco/Net/StreamSocket.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace inkwell {
namespace {

using Clock = std::chrono::steady_clock;
using Poco::Net::StreamSocket;

/// A connection to a peer that is silent, or sends a byte every few milliseconds.
class WatchdogTest : public testing::Test {
protected:
    void SetUp() override {
        Poco::Net::ServerSocket listener(Poco::Net::SocketAddress("127.0.0.1", 0));
        socket.connect(listener.address());
        peer = listener.acceptConnection();
    }
    /// Reads until the end or an error.
    void readAll() {
        char byte = 0;
        try {
            while (socket.receiveBytes(&byte, 1) > 0) {
            }
        } catch (const Poco::Exception&) {
        }
    }

    StreamSocket socket;
    StreamSocket peer;
    const Clock::time_point never = Clock::now() + std::chrono::hours(1);
};

TEST_F(WatchdogTest, EndsAConnectionWhenItsTimeIsOver) {
    const auto deadline = Clock::now() + std::chrono::milliseconds(50);
    const Watchdog watchdog(socket, deadline);
    readAll();
    EXPECT_GE(Clock::now(), deadline);
    EXPECT_TRUE(watchdog.hasEnded());
}

TEST_F(WatchdogTest, IsNotKeptWaitingByAByteNowAndThen) {
    std::atomic<bool> done{false};
    std::thread trickle([&] {
        try {
            for (; !done; std::this_thread::sleep_for(std::chrono::milliseconds(2))) peer.sendBytes("x", 1);
        } catch (const Poco::Exception&) {
        }
    });
    const Watchdog watchdog(socket, Clock::now() + std::chrono::milliseconds(50));
    readAll();
    EXPECT_TRUE(watchdog.hasEnded());
    done = true;
    trickle.join();
}

TEST_F(WatchdogTest, EndsAConnectionWhenItIsToldTo) {
    std::atomic<int> asked{0};
    const Watchdog watchdog(socket, never, [&] { return ++asked == 3; });
    readAll();
    EXPECT_TRUE(watchdog.hasEnded());
    EXPECT_EQ(asked, 3);
}

TEST_F(WatchdogTest, LeavesTheConnectionAloneWhenItIsGone) {
    {
        const Watchdog watchdog(socket, never, [] { return false; });
    }
    peer.sendBytes("x", 1);
    char byte = 0;
    EXPECT_EQ(socket.receiveBytes(&byte, 1), 1);
}

TEST_F(WatchdogTest, MayOutliveTheSocket) {
    const Watchdog watchdog(socket, never);
    socket.close();
    EXPECT_FALSE(watchdog.hasEnded());
}

}  // namespace
}  // namespace inkwell
