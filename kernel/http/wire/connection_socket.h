#pragma once

#include <Poco/Net/Context.h>
#include <Poco/Net/SocketAddress.h>
#include <Poco/Net/StreamSocket.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace inkwell::kernel {

/// What a Connection's socket can do beyond Poco's: its reads first return what was received before Poco's parser asked
/// for it, it knows the addresses of both ends, and it can leave the rest of a response to the waiting room. One thread
/// at a time.
class ConnectionSocket {
public:
    static constexpr int kWouldWait = -1;

    struct Ends {
        Poco::Net::SocketAddress client;
        Poco::Net::SocketAddress server;
    };
    /// Wraps `descriptor` and puts the result into `socket`, which owns it; with `tls` the client must begin with a
    /// handshake. A receiver's minimum speed is checked only after `patience`.
    static ConnectionSocket& make(Poco::Net::StreamSocket& socket, int descriptor, const Poco::Net::Context::Ptr& tls,
                                  Ends ends, std::chrono::milliseconds patience);
    virtual ~ConnectionSocket() = default;

    /// True until the TLS handshake is done; always false without TLS.
    virtual bool isShakingHands() const noexcept { return false; }
    /// Continues the handshake with what has arrived, without waiting. False when the client is gone or speaks no TLS.
    virtual bool shakeHands() noexcept { return true; }

    /// Reads what has arrived, without waiting: 0 at the end of the connection, kWouldWait when nothing is there.
    virtual int take(char* to, int room) = 0;
    /// Switches to blocking reads, for Poco's parser.
    virtual void awaitReads() = 0;
    /// Ends sending, as far as that is possible without waiting.
    virtual void endSending() noexcept = 0;

    void giveFirst(std::string bytes);
    /// How many of giveFirst's bytes no read has returned.
    std::size_t aheadLeft() const noexcept { return ahead_.size() - aheadTaken_; }
    /// Takes back those of giveFirst's bytes that no read has returned.
    std::string takeBack();

    /// Sends the last bytes of a response. What the client does not take soon is kept for sendRest, so that a slow
    /// reader holds no thread, for ten minutes at most; it is a part of `owner`, or copied without one. Throws
    /// Poco::Exception when the client is gone.
    void sendLast(std::string_view bytes, std::shared_ptr<const std::string> owner = nullptr);
    /// Bytes kept; nothing else may be sent before them.
    std::size_t rest() const noexcept { return rest_.size(); }
    /// Until when the client must have taken more of them.
    std::chrono::steady_clock::time_point restUntil() const noexcept { return restUntil_; }
    /// Sends as many of them as it can without waiting. False when the client is gone.
    bool sendRest() noexcept;
    /// Sends as many of `bytes` as it can without waiting, and drops the rest.
    void sendNow(std::string_view bytes) noexcept;

protected:
    ConnectionSocket(int descriptor, Ends ends, std::chrono::milliseconds patience);
    ConnectionSocket(const ConnectionSocket&) = delete;
    ConnectionSocket& operator=(const ConnectionSocket&) = delete;

    /// Sends what it can without waiting: returns how much, or kWouldWait. Throws Poco::Exception.
    virtual int sendSome(std::string_view bytes) = 0;

    /// Throws Poco::TimeoutException when the client takes too long for them.
    void sendAll(std::string_view bytes);
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
    std::shared_ptr<const std::string> restOwner_;
    std::string_view rest_;
    Time restUntil_{};
    Time restEnd_{};  // for the whole rest
};

/// ConnectionSocket::sendLast; on any other socket, sends all bytes, blocking.
void sendLast(Poco::Net::StreamSocket& socket, std::string_view bytes,
              std::shared_ptr<const std::string> owner = nullptr);

}  // namespace inkwell::kernel
