#include "kernel/http/wire/connection_socket.h"

#include <Poco/Exception.h>
#include <Poco/Net/StreamSocketImpl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

#include "tests/support/eventually.h"

namespace inkwell::kernel {
namespace {

using std::chrono::milliseconds;

// More than the system takes for a client that reads nothing.
constexpr std::size_t kHuge = 8'000'000;

class Wire : public testing::Test {
protected:
    explicit Wire(milliseconds patience = milliseconds(100)) {
        std::array<int, 2> ends{};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) throw std::runtime_error("no pair");
        client_ = ends[1];
        under_ = &ConnectionSocket::make(
            socket_, ends[0], Poco::Net::Context::Ptr(),
            {Poco::Net::SocketAddress("203.0.113.1", 7), Poco::Net::SocketAddress("127.0.0.1", 8055)}, patience);
    }
    ~Wire() override { leave(); }

    void leave() {
        if (client_ >= 0) ::close(client_);
        client_ = -1;
    }
    void say(const std::string& bytes) {
        ASSERT_EQ(::send(client_, bytes.data(), bytes.size(), 0), static_cast<ssize_t>(bytes.size()));
    }
    // What the client finds when it looks.
    std::string heard() {
        std::string all;
        std::array<char, 65536> buffer;
        ssize_t count = 0;
        while ((count = ::recv(client_, buffer.data(), buffer.size(), MSG_DONTWAIT)) > 0) {
            all.append(buffer.data(), static_cast<std::size_t>(count));
        }
        return all;
    }
    std::string read(int atMost) {
        std::string bytes(static_cast<std::size_t>(atMost), '\0');
        bytes.resize(static_cast<std::size_t>(socket_.receiveBytes(bytes.data(), atMost)));
        return bytes;
    }

    int client_ = -1;
    Poco::Net::StreamSocket socket_;
    ConnectionSocket* under_;
};

TEST_F(Wire, TakesWhatIsThereWithoutWaiting) {
    constexpr int kRoom = 16;
    std::array<char, kRoom> room;
    EXPECT_EQ(under_->take(room.data(), kRoom), ConnectionSocket::kWouldWait);
    say("abc");
    EXPECT_EQ(under_->take(room.data(), kRoom), 3);
    EXPECT_EQ(std::string(room.data(), 3), "abc");
    leave();
    EXPECT_EQ(under_->take(room.data(), kRoom), 0);
}

TEST_F(Wire, GivesFirstWhatWasReceivedBefore) {
    under_->giveFirst("GET /");
    say("later");
    EXPECT_TRUE(socket_.poll(Poco::Timespan(0, 0), Poco::Net::Socket::SELECT_READ));
    EXPECT_EQ(read(3), "GET");
    EXPECT_EQ(read(100), " /") << "and nothing else with it";
    EXPECT_EQ(read(100), "later");
}

TEST_F(Wire, TakesBackWhatWasNotRead) {
    under_->giveFirst("used and unused");
    EXPECT_EQ(read(8), "used and");
    EXPECT_EQ(under_->takeBack(), " unused");
    EXPECT_EQ(under_->takeBack(), "");
    say("next");
    EXPECT_EQ(read(100), "next");
}

TEST_F(Wire, KnowsWhoIsAtItsEnds) {
    EXPECT_EQ(socket_.peerAddress().toString(), "203.0.113.1:7");
    EXPECT_EQ(socket_.address().toString(), "127.0.0.1:8055");
}

TEST_F(Wire, KeepsTheRestOfAnAnswerThatTheClientDoesNotTake) {
    std::string answer(kHuge, '\0');
    for (std::size_t i = 0; i < answer.size(); ++i) answer[i] = static_cast<char>('a' + i % 23);
    const auto begin = std::chrono::steady_clock::now();
    under_->sendLast(answer);
    EXPECT_GT(under_->rest(), 0u);
    EXPECT_LT(under_->rest(), kHuge);
    EXPECT_GE(under_->restUntil(), begin + milliseconds(100));
    std::string all;
    EXPECT_TRUE(test::eventually([&] {
        all += heard();
        return !under_->sendRest() || (under_->rest() == 0 && all.size() == kHuge);
    })) << under_->rest();
    EXPECT_TRUE(all == answer);
}

TEST_F(Wire, KeepsNothingOfAnAnswerThatTheClientTakes) {
    under_->sendLast("HTTP/1.1 200 OK\r\n\r\n");
    EXPECT_EQ(under_->rest(), 0u);
    EXPECT_EQ(heard(), "HTTP/1.1 200 OK\r\n\r\n");
}

TEST_F(Wire, GivesItsClientLongerForEveryPieceThatItTakes) {
    under_->sendLast(std::string(kHuge, 'x'));
    const auto before = under_->restUntil();
    EXPECT_TRUE(under_->sendRest());
    EXPECT_EQ(under_->restUntil(), before) << "nothing was taken";
    heard();
    EXPECT_TRUE(under_->sendRest());
    EXPECT_GT(under_->restUntil(), before);
}

class PatientWire : public Wire {
protected:
    PatientWire() : Wire(std::chrono::hours(1)) {}
};

TEST_F(PatientWire, KeepsARestForTenMinutesAtMost) {
    const auto longest = [] { return std::chrono::steady_clock::now() + std::chrono::minutes(10); };
    under_->sendLast(std::string(kHuge, 'x'));
    EXPECT_GT(under_->rest(), 0u);
    EXPECT_LE(under_->restUntil(), longest());
    const auto first = under_->restUntil();
    heard();
    EXPECT_TRUE(under_->sendRest());
    EXPECT_EQ(under_->restUntil(), first) << "however much is taken meanwhile";
}

TEST_F(Wire, SaysThatTheClientIsGone) {
    under_->sendLast(std::string(kHuge, 'x'));
    leave();
    EXPECT_FALSE(under_->sendRest());
    EXPECT_THROW(under_->sendLast("more"), Poco::Exception);
    under_->sendNow("last words");
    under_->endSending();
}

TEST_F(Wire, WaitsForAClientThatTakesNothingNoLongerThanItsPatience) {
    const std::string piece(kHuge, 'x');
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_THROW(socket_.sendBytes(piece.data(), static_cast<int>(piece.size())), Poco::TimeoutException);
    EXPECT_GE(std::chrono::steady_clock::now() - begin, milliseconds(100));
}

TEST_F(Wire, SendsItsLastWordsWithoutWaitingForThem) {
    under_->sendNow(std::string(kHuge, 'x'));
    EXPECT_EQ(under_->rest(), 0u) << "what did not go is forgotten";
    under_->endSending();
    EXPECT_LT(heard().size(), kHuge);
    char end = 0;
    EXPECT_EQ(::recv(client_, &end, 1, MSG_DONTWAIT), 0) << "and no more comes";
}

TEST_F(Wire, SendsTheLastBytesOnAnySocketOfPocos) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
    Poco::Net::StreamSocket plain(new Poco::Net::StreamSocketImpl(ends[0]));
    leave();
    client_ = ends[1];
    sendLast(plain, "all of it");
    EXPECT_EQ(heard(), "all of it");
}

}  // namespace
}  // namespace inkwell::kernel
