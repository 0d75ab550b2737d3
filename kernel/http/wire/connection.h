#pragma once

#include <Poco/Net/Context.h>
#include <Poco/Net/IPAddress.h>
#include <Poco/Net/SocketAddress.h>
#include <Poco/Net/StreamSocket.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "kernel/http/wire/connection_socket.h"

namespace inkwell::kernel {

/// One client's connection, with what has arrived of its next request and what is unsent of its last response. Belongs
/// to one thread at a time: the waiting room's until a request has arrived, then that of the worker that serves it. The
/// destructor closes it.
class Connection {
public:
    /// A body of a stated length up to this arrives with its request, unless the client waits for "100 Continue".
    static constexpr std::size_t kShortBodyBytes = 16 * 1024;
    /// The longest pause after a response for a client that asks often.
    static constexpr std::chrono::milliseconds kOften{100};

    /// Takes ownership of `descriptor`, a connected socket; with `tls` the client must begin with a handshake.
    /// `timeout` limits each single send and receive of a worker.
    Connection(int descriptor, const Poco::Net::SocketAddress& client, const Poco::Net::SocketAddress& server,
               const Poco::Net::Context::Ptr& tls, std::chrono::seconds timeout, std::size_t maxHeadBytes);

    /// Under TLS: the handshake is still to be ended, before anything is received.
    bool isShakingHands() const noexcept { return under_.isShakingHands(); }
    /// A step of it with what has arrived, without waiting; it takes a processor for a while, as the room's thread
    /// should not. False when the client is gone, or speaks something else.
    bool shakeHands() noexcept;

    enum class Arrival {
        Waiting,         // more must come
        Request,         // a head, with its body if that is short: serving it need not wait for the client
        Closed,          // by the client, or broken
        HeadTooLong,     // over maxHeadBytes, or overfull (raw_head.h)
        AddressTooLong,  // the URL is longer than any query takes
        BadHead,         // parsers may disagree about it (raw_head.h), or nothing but empty lines comes
    };
    /// Takes what has arrived, without waiting.
    Arrival receive();
    /// What has arrived of a request; its first bytes may be no sound head.
    std::string_view received() const noexcept { return received_; }
    const Poco::Net::IPAddress& client() const noexcept { return client_; }
    /// The client's part of the limits (clientNetwork); with a proxy in front that of the proxy.
    const std::string& network() const noexcept { return network_; }
    /// Bytes of a request that are kept until a worker takes them.
    std::size_t size() const noexcept { return received_.size(); }
    /// When the first byte of the current request arrived, empty lines before it aside; for an idle connection, when
    /// it became idle.
    std::chrono::steady_clock::time_point since() const noexcept { return since_; }
    /// Between a response and the next request.
    bool isIdle() const noexcept { return received_.empty() && toSkip_ == 0 && unsent() == 0; }
    /// The last request followed its preceding response so soon that the next one may, too.
    bool asksOften() const noexcept { return asksOften_; }
    /// A response was sent, but the rest of its request's body is still to come.
    bool isSkipping() const noexcept { return toSkip_ > 0; }

    int descriptor() const noexcept { return descriptor_; }
    /// For a worker: reads return what has arrived, then block.
    Poco::Net::StreamSocket& socket() noexcept { return socket_; }
    /// Makes what has arrived the first bytes that socket() reads; call before a response is made. `underWay` is held
    /// until the response is sent.
    void beginRequest(std::shared_ptr<void> underWay);
    /// The head of the request, when it has what a parser of mail may take for an encoded word (RFC 2047); otherwise
    /// "".
    const std::string& encodedHead() const noexcept { return encodedHead_; }
    /// The address of the request, when it is longer than the parser takes, which then has "/" for it; otherwise "".
    const std::string& longAddress() const noexcept { return longAddress_; }
    /// How many bytes had come behind the head when the request began: its body, or the first of it.
    std::size_t behindHead() const noexcept { return behindHead_; }
    /// Whether the parser has used exactly the request's head; `buffered` is how many bytes it took beyond that.
    bool isBehindHead(std::size_t buffered) const noexcept { return buffered + under_.aheadLeft() == behindHead_; }
    /// After a response: `unread` is what the parser took but did not use, `toSkip` how many bytes of the request's
    /// body are still to come; they are discarded.
    void endRequest(std::string_view unread, std::int64_t toSkip);

    /// Bytes of a response that the client has not taken yet; nothing else may be sent before them.
    std::size_t unsent() const noexcept { return under_.rest(); }
    /// Until when it must have taken more of them.
    std::chrono::steady_clock::time_point unsentUntil() const noexcept { return under_.restUntil(); }
    /// Sends as many of them as it can without waiting. False when the client is gone.
    bool sendOn() noexcept;
    /// Sends as much of `lastWords` as it can without waiting, then ends sending, and drops what has arrived.
    void endSending(std::string_view lastWords) noexcept;
    /// Discards some of what has arrived; false when the client has closed.
    bool discard() noexcept;
    /// Shuts it down, whichever thread is using it. Any thread.
    void shutdown() noexcept;

private:
    Arrival judge();
    void dropEmptyLines() noexcept;
    void takeRestOfHead();
    void skip() noexcept;
    void setAsideAddress();

    const int descriptor_;
    const std::size_t maxHeadBytes_;
    const Poco::Net::IPAddress client_;
    const std::string network_;
    Poco::Net::StreamSocket socket_;
    ConnectionSocket& under_;  // a part of socket_
    std::shared_ptr<void> underWay_;
    std::string received_;
    std::string encodedHead_;
    std::string longAddress_;
    std::size_t toSkip_ = 0;      // bytes of what arrives next
    std::size_t searched_ = 0;    // this many bytes contain no end of a head
    std::size_t head_ = 0;        // bytes of it, once it is there
    std::size_t needed_ = 0;      // head and short body, once the head is there
    std::size_t behindHead_ = 0;  // bytes that had come behind the head when the request began
    std::size_t emptyLines_ = 0;  // bytes of them before the request
    std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point answeredAt_{};
    bool asksOften_ = false;
};

}  // namespace inkwell::kernel
