#include "kernel/http/wire/connection_socket.h"

#include <Poco/Net/SecureStreamSocketImpl.h>
#include <Poco/Net/StreamSocketImpl.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace inkwell::kernel {

namespace net = Poco::Net;

namespace {

using SteadyClock = std::chrono::steady_clock;

// Of a client that reads its answer.
constexpr std::size_t kLeastBytesPerSecond = 4096;
// Beyond it a client that reads little by little would hold the memory of a large answer for hours.
constexpr std::chrono::minutes kLongestRest{10};
// As long as a thread stays with a client that does not take its answer at once.
constexpr std::chrono::milliseconds kStay{10};

/// Poco asks the system for both addresses with every request, and waits with an epoll descriptor of its own: system
/// calls that need not be.
template <class Base>
class SocketOver : public Base, public ConnectionSocket {
public:
    template <class... Arguments>
    SocketOver(int descriptor, Ends ends, std::chrono::milliseconds patience, Arguments&&... arguments)
        : Base(std::forward<Arguments>(arguments)...), ConnectionSocket(descriptor, std::move(ends), patience) {}

    using Base::receiveBytes;
    using Base::sendBytes;
    int receiveBytes(void* buffer, int length, int flags) override {
        return aheadLeft() > 0 ? takeAhead(buffer, length) : Base::receiveBytes(buffer, length, flags);
    }
    int sendBytes(const void* buffer, int length, int) override {
        sendAll({static_cast<const char*>(buffer), static_cast<std::size_t>(length)});
        return length;
    }
    int available() override { return static_cast<int>(aheadLeft()) + Base::available(); }
    net::SocketAddress address() override { return ends_.server; }
    net::SocketAddress peerAddress() override { return ends_.client; }
    bool poll(const Poco::Timespan& timeout, int mode) override {
        if ((mode & Base::SELECT_READ) != 0 && aheadLeft() > 0) return true;
        short events = 0;
        if ((mode & Base::SELECT_READ) != 0) events |= POLLIN;
        if ((mode & Base::SELECT_WRITE) != 0) events |= POLLOUT;
        return awaitEvents(events, std::chrono::microseconds(timeout.totalMicroseconds()));
    }
};

class PlainSocket final : public SocketOver<net::StreamSocketImpl> {
public:
    PlainSocket(int descriptor, Ends ends, std::chrono::milliseconds patience)
        : SocketOver(descriptor, std::move(ends), patience, descriptor) {}

    int take(char* to, int room) override {
        const ssize_t count = ::recv(descriptor_, to, static_cast<std::size_t>(room), MSG_DONTWAIT);
        if (count >= 0) return static_cast<int>(count);
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? kWouldWait : 0;
    }
    void awaitReads() override {}
    void endSending() noexcept override { ::shutdown(descriptor_, SHUT_WR); }

private:
    int sendSome(std::string_view bytes) override {
        while (true) {
            const ssize_t count = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
            if (count >= 0) return static_cast<int>(count);
            if (errno == EAGAIN || errno == EWOULDBLOCK) return kWouldWait;
            if (errno != EINTR) error();
        }
    }
};

class TlsSocket final : public SocketOver<net::SecureStreamSocketImpl> {
public:
    TlsSocket(int descriptor, Ends ends, std::chrono::milliseconds patience, const net::Context::Ptr& tls)
        : TlsSocket(descriptor, std::move(ends), patience, new net::StreamSocketImpl(descriptor), tls) {}

    bool isShakingHands() const noexcept override { return shakes_; }
    bool shakeHands() noexcept override {
        try {
            setWaiting(false);
            const int result = completeHandshake();
            shakes_ = result < 0;  // more must come
            return result != 0;
        } catch (const Poco::Exception&) {
            return false;
        }
    }
    int take(char* to, int room) override {
        try {
            setWaiting(false);
            const int count = receiveBytes(to, room, 0);
            return count < 0 ? kWouldWait : count;
        } catch (const Poco::Exception&) {
            return 0;
        }
    }
    void awaitReads() override { setWaiting(true); }
    void endSending() noexcept override {
        try {
            setWaiting(false);  // otherwise Poco ends the receiving, too
            shutdown();
        } catch (const Poco::Exception&) {  // nobody is there to be told
        }
        ::shutdown(descriptor_, SHUT_WR);
    }

private:
    TlsSocket(int descriptor, Ends ends, std::chrono::milliseconds patience, net::StreamSocketImpl* under,
              const net::Context::Ptr& tls)
        : SocketOver(descriptor, std::move(ends), patience, under, tls), under_(under) {
        under_->release();  // the base has taken a reference of its own
        acceptSSL();
    }

    int sendSome(std::string_view bytes) override {
        const bool waited = waits_;
        setWaiting(false);
        const int count = net::SecureStreamSocketImpl::sendBytes(bytes.data(), static_cast<int>(bytes.size()), 0);
        if (waited) setWaiting(true);
        return count < 0 ? kWouldWait : count;
    }
    void setWaiting(bool flag) {
        if (waits_ == flag) return;
        under_->setBlocking(flag);
        waits_ = flag;
    }

    net::StreamSocketImpl* const under_;  // owned by the base
    bool waits_ = true;
    bool shakes_ = true;
};

}  // namespace

ConnectionSocket& ConnectionSocket::make(net::StreamSocket& socket, int descriptor, const net::Context::Ptr& tls,
                                         Ends ends, std::chrono::milliseconds patience) {
    if (tls) {
        auto* const made = new TlsSocket(descriptor, std::move(ends), patience, tls);
        socket = net::StreamSocket(made);
        return *made;
    }
    auto* const made = new PlainSocket(descriptor, std::move(ends), patience);
    socket = net::StreamSocket(made);
    return *made;
}

ConnectionSocket::ConnectionSocket(int descriptor, Ends ends, std::chrono::milliseconds patience)
    : descriptor_(descriptor), ends_(std::move(ends)), patience_(patience) {}

void ConnectionSocket::giveFirst(std::string bytes) {
    ahead_.swap(bytes);  // an assignment would keep the memory, and most connections are idle
    aheadTaken_ = 0;
}

std::string ConnectionSocket::takeBack() {
    std::string left = ahead_.substr(aheadTaken_);
    giveFirst({});
    return left;
}

int ConnectionSocket::takeAhead(void* to, int room) {
    const std::size_t count = std::min(aheadLeft(), static_cast<std::size_t>(room));
    std::memcpy(to, ahead_.data() + aheadTaken_, count);
    aheadTaken_ += count;
    return static_cast<int>(count);
}

bool ConnectionSocket::awaitEvents(short events, std::chrono::microseconds limit) const {
    pollfd waiting{descriptor_, events, 0};
    const Time end = SteadyClock::now() + limit;
    while (true) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - SteadyClock::now());
        const int ready = ::poll(&waiting, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
        if (ready >= 0) return ready > 0;
        if (errno != EINTR) throw Poco::IOException("a connection cannot be waited for", errno);
    }
}

// A timeout of single sends would let a client hold a thread for ever by reading a byte now and then.
std::chrono::milliseconds ConnectionSocket::timeFor(std::size_t bytes) const {
    return patience_ + std::chrono::milliseconds(bytes * 1000 / kLeastBytesPerSecond);
}

// What is left of them at the end of that time, or when the client takes nothing for as long as its patience.
std::string_view ConnectionSocket::sendUntil(std::string_view bytes, Time end) {
    while (!bytes.empty()) {
        const int count = sendSome(bytes);
        if (count >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(count));
            continue;
        }
        const auto left = std::chrono::duration_cast<std::chrono::microseconds>(end - SteadyClock::now());
        const auto wait = std::min<std::chrono::microseconds>(left, patience_);
        if (wait.count() <= 0 || !awaitEvents(POLLOUT, wait)) break;
    }
    return bytes;
}

void ConnectionSocket::sendAll(std::string_view bytes) {
    if (!sendUntil(bytes, SteadyClock::now() + timeFor(bytes.size())).empty()) {
        throw Poco::TimeoutException("the client reads too slowly");
    }
}

void ConnectionSocket::sendLast(std::string_view bytes, std::shared_ptr<const std::string> owner) {
    const Time begin = SteadyClock::now();
    rest_ = sendUntil(bytes, begin + kStay);
    if (rest_.empty()) return;
    if (owner == nullptr) {
        owner = std::make_shared<const std::string>(rest_);
        rest_ = *owner;
    }
    restOwner_ = std::move(owner);
    restEnd_ = begin + std::min<std::chrono::milliseconds>(timeFor(bytes.size()), kLongestRest);
    restUntil_ = std::min(restEnd_, begin + patience_);
}

bool ConnectionSocket::sendRest() noexcept {
    try {
        const std::string_view stays = sendUntil(rest_, {});
        if (stays.size() < rest_.size()) restUntil_ = std::min(restEnd_, SteadyClock::now() + patience_);
        rest_ = stays;
        if (rest_.empty()) restOwner_.reset();
        return true;
    } catch (const Poco::Exception&) {
        return false;
    }
}

void ConnectionSocket::sendNow(std::string_view bytes) noexcept {
    try {
        sendUntil(bytes, {});
    } catch (const Poco::Exception&) {  // nobody is there to be told
    }
}

void sendLast(net::StreamSocket& socket, std::string_view bytes, std::shared_ptr<const std::string> owner) {
    if (auto* const own = dynamic_cast<ConnectionSocket*>(socket.impl())) return own->sendLast(bytes, std::move(owner));
    socket.sendBytes(bytes.data(), static_cast<int>(bytes.size()));
}

}  // namespace inkwell::kernel
