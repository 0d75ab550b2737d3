#pragma once

#include <Poco/Net/Context.h>
#include <Poco/Net/SocketAddress.h>
#include <Poco/Net/StreamSocket.h>

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace inkwell::kernel {

/// What the socket of a Connection can do beyond Poco's: it gives first what was received before the reader of requests
/// asked for it, knows who is at its ends, and can leave the rest of an answer to whoever waits for connections. One
/// thread at a time.
class ConnectionSocket {
public:
    static constexpr int kWouldWait = -1;

    struct Ends {
        Poco::Net::SocketAddress client;
        Poco::Net::SocketAddress server;
    };
    /// Puts such a socket over `descriptor` into `socket`, which owns it; with `tls` the client must begin with a
    /// handshake. `patience` is granted to a receiver before a least speed is asked for.
    static ConnectionSocket& make(Poco::Net::StreamSocket& socket, int descriptor, const Poco::Net::Context::Ptr& tls,
                                  Ends ends, std::chrono::milliseconds patience);
    virtual ~ConnectionSocket() = default;

    /// Takes what has arrived, without waiting: 0 at the end of the connection, kWouldWait when nothing is there.
    virtual int take(char* to, int room) = 0;
    /// The reader of requests comes next, and waits.
    virtual void awaitReads() = 0;
    /// Says that no more comes, as far as that goes without waiting.
    virtual void endSending() noexcept = 0;

    void giveFirst(std::string bytes);
    /// What of that is left; it is given no more.
    std::string takeBack();

    /// Sends the last bytes of an answer. What the client does not take soon is kept, and sent by sendRest: a slow
    /// reader holds no thread. Throws Poco::Exception when the client is gone.
    void sendLast(std::string_view bytes);
    /// Bytes kept; nothing else may be sent before them.
    std::size_t rest() const noexcept { return rest_.size() - restSent_; }
    /// Until when the client must have taken more of them.
    std::chrono::steady_clock::time_point restUntil() const noexcept { return restUntil_; }
    /// Sends of them what goes without waiting. False when the client is gone.
    bool sendRest() noexcept;
    /// Sends of `bytes` what goes without waiting, and forgets the rest.
    void sendNow(std::string_view bytes) noexcept;

protected:
    ConnectionSocket(int descriptor, Ends ends, std::chrono::milliseconds patience);
    ConnectionSocket(const ConnectionSocket&) = delete;
    ConnectionSocket& operator=(const ConnectionSocket&) = delete;

    /// What goes without waiting, or kWouldWait. Throws Poco::Exception.
    virtual int sendSome(std::string_view bytes) = 0;

    /// Throws Poco::TimeoutException when the client takes too long for them.
    void sendAll(std::string_view bytes);
    std::size_t aheadLeft() const noexcept { return ahead_.size() - aheadTaken_; }
    int takeAhead(void* to, int room);
    bool awaitEvents(short events, std::chrono::microseconds limit) const;

    const int descriptor_;
    const Ends ends_;

private:
    using Time = std::chrono::steady_clock::time_point;
    std::string_view sendUntil(std::string_view bytes, Time end);
    std::chrono::milliseconds timeFor(std::size_t bytes) const;

    const std::chrono::milliseconds patience_;
    std::string ahead_;
    std::size_t aheadTaken_ = 0;
    std::string rest_;
    std::size_t restSent_ = 0;
    Time restUntil_{};
    Time restEnd_{};  // of all of them
};

/// ConnectionSocket::sendLast, or all of it, waited for, where `socket` is another one.
void sendLast(Poco::Net::StreamSocket& socket, std::string_view bytes);

}  // namespace inkwell::kernel
