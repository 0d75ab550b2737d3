#include "kernel/http/connection.h"

#include <Poco/Net/SecureStreamSocketImpl.h>
#include <Poco/Net/StreamSocketImpl.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <type_traits>

#include "inkwell/text.h"

namespace inkwell::kernel {

namespace net = Poco::Net;

namespace {

using SteadyClock = std::chrono::steady_clock;

// A body up to this size is waited for without a thread.
constexpr std::size_t kShortBodyBytes = 16 * 1024;
// What Poco::Net::HTTPRequest reads of a method, an address and a version.
constexpr std::size_t kMaxAddressBytes = 16384;
constexpr std::size_t kMaxMethodBytes = 32;
constexpr int kWouldWait = -1;
// Of a client that reads its answer.
constexpr std::size_t kLeastBytesPerSecond = 4096;

// The end of the head that ends at or behind `from`; npos without one. Poco takes a bare line feed, too.
std::size_t endOfHead(std::string_view text, std::size_t from) {
    for (std::size_t at = text.find('\n', from); at != std::string_view::npos; at = text.find('\n', at + 1)) {
        if (at + 1 < text.size() && text[at + 1] == '\n') return at + 2;
        if (at + 2 < text.size() && text[at + 1] == '\r' && text[at + 2] == '\n') return at + 3;
    }
    return std::string_view::npos;
}

// How much of the body to wait for: all of a short one whose sender does not wait to be asked for it. Whether the
// headers make sense is not judged here.
std::size_t shortBodyOf(std::string_view head) {
    std::size_t length = 0;
    for (std::size_t at = head.find('\n'); at != std::string_view::npos; at = head.find('\n', at + 1)) {
        const std::string_view line = head.substr(at + 1, head.find('\n', at + 1) - at - 1);
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos) continue;
        const std::string name = asciiLower(line.substr(0, colon));
        if (name == "expect" || name == "transfer-encoding") return 0;
        if (name != "content-length") continue;
        const std::string_view value = trimmed(line.substr(colon + 1));
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), length);
        if (error != std::errc() || end != value.data() + value.size()) return 0;
    }
    return length <= kShortBodyBytes ? length : 0;
}

}  // namespace

/// What was received before the request's reader asked for it, and who is at the ends.
struct Connection::Ahead {
    std::string bytes;
    std::size_t taken = 0;
    net::SocketAddress client;
    net::SocketAddress server;

    std::size_t left() const { return bytes.size() - taken; }
};

/// A socket that gives what was received ahead first. Poco asks the system for both addresses with every request, and
/// waits with an epoll descriptor of its own: system calls that need not be.
template <class Base>
class Connection::Reading : public Base, public Connection::Ahead {
public:
    using Base::Base;
    using Base::receiveBytes;

    int receiveBytes(void* buffer, int length, int flags) override {
        if (left() == 0) return Base::receiveBytes(buffer, length, flags);
        const std::size_t count = std::min(left(), static_cast<std::size_t>(length));
        std::memcpy(buffer, bytes.data() + taken, count);
        taken += count;
        return static_cast<int>(count);
    }
    // Under TLS the timeout of single sends must do.
    int sendBytes(const void* buffer, int length, int flags) override {
        if constexpr (std::is_same_v<Base, net::StreamSocketImpl>) {
            return sendAll(static_cast<const char*>(buffer), static_cast<std::size_t>(length));
        } else {
            return Base::sendBytes(buffer, length, flags);
        }
    }
    void expectHandshake() requires std::is_same_v<Base, net::SecureStreamSocketImpl> { this->acceptSSL(); }
    int available() override { return static_cast<int>(left()) + Base::available(); }
    net::SocketAddress address() override { return server; }
    net::SocketAddress peerAddress() override { return client; }

    std::chrono::milliseconds patience{};

    bool poll(const Poco::Timespan& timeout, int mode) override {
        if ((mode & Base::SELECT_READ) != 0 && left() > 0) return true;
        pollfd waiting{this->sockfd(), 0, 0};
        if ((mode & Base::SELECT_READ) != 0) waiting.events |= POLLIN;
        if ((mode & Base::SELECT_WRITE) != 0) waiting.events |= POLLOUT;
        const auto end = SteadyClock::now() + std::chrono::microseconds(timeout.totalMicroseconds());
        while (true) {
            const auto rest = std::chrono::ceil<std::chrono::milliseconds>(end - SteadyClock::now());
            const int ready = ::poll(&waiting, 1, static_cast<int>(std::max<std::int64_t>(rest.count(), 0)));
            if (ready >= 0) return ready > 0;
            if (errno != EINTR) Base::error();
        }
    }

private:
    // A timeout of single sends would let a client hold a thread for ever by reading a byte now and then.
    int sendAll(const char* bytesToSend, std::size_t length) {
        const auto end =
            SteadyClock::now() + patience + std::chrono::milliseconds(length * 1000 / kLeastBytesPerSecond);
        std::size_t sent = 0;
        while (sent < length) {
            const ssize_t count =
                ::send(this->sockfd(), bytesToSend + sent, length - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
            if (count >= 0) {
                sent += static_cast<std::size_t>(count);
            } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
                const auto rest = std::chrono::duration_cast<std::chrono::microseconds>(end - SteadyClock::now());
                const std::int64_t wait = std::min<std::int64_t>(rest.count(), patience.count() * 1000);
                if (wait <= 0 || !poll(Poco::Timespan(wait), Base::SELECT_WRITE)) {
                    throw Poco::TimeoutException("the client reads too slowly");
                }
            } else if (errno != EINTR) {
                Base::error();
            }
        }
        return static_cast<int>(length);
    }
};

Connection::Connection(int descriptor, const net::SocketAddress& client, const net::SocketAddress& server,
                       const net::Context::Ptr& tls, std::chrono::seconds timeout, std::size_t maxHeadBytes)
    : descriptor_(descriptor), maxHeadBytes_(maxHeadBytes) {
    if (tls) {
        under_ = new net::StreamSocketImpl(descriptor);
        auto* const reading = new Reading<net::SecureStreamSocketImpl>(under_, tls);
        socket_ = net::StreamSocket(reading);
        ahead_ = reading;
        reading->expectHandshake();
    } else {
        auto* const reading = new Reading<net::StreamSocketImpl>(descriptor);
        reading->patience = timeout;
        socket_ = net::StreamSocket(reading);
        ahead_ = reading;
    }
    ahead_->client = client;
    ahead_->server = server;
    const Poco::Timespan limit(static_cast<long>(timeout.count()), 0);
    socket_.setNoDelay(true);
    socket_.setSendTimeout(limit);
    socket_.setReceiveTimeout(limit);
}

void Connection::setBlocking(bool flag) {
    if (under_ == nullptr || blocking_ == flag) return;
    under_->setBlocking(flag);
    blocking_ = flag;
}

// 0 at the end of the connection, kWouldWait when nothing is there.
int Connection::take(char* to, int room) {
    if (under_ == nullptr) {
        const ssize_t count = ::recv(descriptor_, to, static_cast<std::size_t>(room), MSG_DONTWAIT);
        if (count >= 0) return static_cast<int>(count);
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? kWouldWait : 0;
    }
    try {
        setBlocking(false);
        const int count = socket_.receiveBytes(to, room);
        return count < 0 ? kWouldWait : count;
    } catch (const Poco::Exception&) {
        return 0;
    }
}

Connection::Arrival Connection::receive() {
    std::array<char, 16 * 1024> piece;
    while (true) {
        const Arrival arrival = judge();
        if (arrival != Arrival::Waiting) return arrival;
        const int count = take(piece.data(), static_cast<int>(piece.size()));
        if (count == kWouldWait) return Arrival::Waiting;
        // A body that breaks off is told so by whoever reads it.
        if (count == 0) return needed_ > 0 ? Arrival::Request : Arrival::Closed;
        if (received_.empty()) since_ = SteadyClock::now();
        received_.append(piece.data(), static_cast<std::size_t>(count));
    }
}

Connection::Arrival Connection::judge() {
    if (needed_ == 0) {
        // RFC 9112, 2.2: empty lines before a request are ignored.
        if (searched_ == 0) received_.erase(0, std::min(received_.find_first_not_of("\r\n"), received_.size()));
        const std::string_view text(received_);
        const std::size_t end = endOfHead(text, searched_);
        const std::string_view head = text.substr(0, end);
        if (std::min(head.find('\n'), head.size()) > kMaxAddressBytes + kMaxMethodBytes) return Arrival::AddressTooLong;
        if (head.size() > maxHeadBytes_) return Arrival::HeadTooLong;
        if (end == std::string_view::npos) {
            searched_ = text.size() < 3 ? 0 : text.size() - 3;
            return Arrival::Waiting;
        }
        needed_ = end + shortBodyOf(head);
    }
    return received_.size() >= needed_ ? Arrival::Request : Arrival::Waiting;
}

void Connection::beginRequest() {
    setBlocking(true);
    ahead_->bytes = std::move(received_);
    ahead_->taken = 0;
    received_.clear();
    searched_ = 0;
    needed_ = 0;
}

void Connection::endRequest(std::string_view unread) {
    received_.assign(unread).append(ahead_->bytes, ahead_->taken);
    ahead_->bytes.clear();
    ahead_->taken = 0;
    since_ = SteadyClock::now();
}

void Connection::sendNow(std::string_view bytes) noexcept {
    try {
        setBlocking(false);
        if (under_ == nullptr) {
            ::send(descriptor_, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        } else {
            socket_.sendBytes(bytes.data(), static_cast<int>(bytes.size()));
        }
        ::shutdown(descriptor_, SHUT_WR);
    } catch (const Poco::Exception&) {  // nobody is there to be told
    }
}

bool Connection::discard() {
    std::array<char, 16 * 1024> sink;
    while (true) {
        const int count = take(sink.data(), static_cast<int>(sink.size()));
        if (count == kWouldWait) return true;
        if (count == 0) return false;
    }
}

void Connection::shutdown() noexcept { ::shutdown(descriptor_, SHUT_RDWR); }

}  // namespace inkwell::kernel
