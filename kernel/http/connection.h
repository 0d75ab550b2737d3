#pragma once

#include <Poco/Net/Context.h>
#include <Poco/Net/SocketAddress.h>
#include <Poco/Net/StreamSocket.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "kernel/http/connection_socket.h"

namespace inkwell::kernel {

/// One client's connection, with what has arrived of its next request and what is still to be sent of its last answer.
/// Belongs to one thread at a time: the waiting room's until a request is there, then the worker's that answers it.
/// Destroying it closes it.
class Connection {
public:
    /// A body up to this size that says its length is there when its request is, unless its sender waits to be asked.
    static constexpr std::size_t kShortBodyBytes = 16 * 1024;
    /// Between two requests of a client that asks often.
    static constexpr std::chrono::milliseconds kOften{100};

    /// `descriptor` is a connected socket that it takes over; with `tls` the client must begin with a handshake. The
    /// timeout is that of a worker's single sends and receives.
    Connection(int descriptor, const Poco::Net::SocketAddress& client, const Poco::Net::SocketAddress& server,
               const Poco::Net::Context::Ptr& tls, std::chrono::seconds timeout, std::size_t maxHeadBytes);

    enum class Arrival {
        Waiting,         // more must come
        Request,         // a head, with its body where that is short: an answer need not wait for the client
        Closed,          // by the client, or broken
        HeadTooLong,     // over maxHeadBytes
        AddressTooLong,  // over what the reader of requests takes
    };
    /// Takes what has arrived, without waiting.
    Arrival receive();
    /// Bytes of a request that are kept until a worker takes them.
    std::size_t size() const noexcept { return received_.size(); }
    /// When the first byte of the request that is under way came; of an idle connection, when it became idle.
    std::chrono::steady_clock::time_point since() const noexcept { return since_; }
    /// Between an answer and a request.
    bool isIdle() const noexcept { return received_.empty() && toSkip_ == 0 && unsent() == 0; }
    /// The last request came so soon after the answer before it that the next may, too.
    bool asksOften() const noexcept { return asksOften_; }
    /// The rest of an answered request's body is still to come.
    bool isSkipping() const noexcept { return toSkip_ > 0; }

    int descriptor() const noexcept { return descriptor_; }
    /// For a worker: reads give what has arrived, then wait.
    Poco::Net::StreamSocket& socket() noexcept { return socket_; }
    /// Hands what has arrived to the socket's reader; call before an answer is made. `underWay` is kept until the
    /// answer is sent.
    void beginRequest(std::shared_ptr<void> underWay);
    /// After an answer: `unread` is what the reader took and did not use, `toSkip` how much is still to come of the
    /// request's body, which is thrown away.
    void endRequest(std::string_view unread, std::int64_t toSkip);

    /// Bytes of an answer that the client has not taken yet; nothing else may be sent before them.
    std::size_t unsent() const noexcept { return under_.rest(); }
    /// Until when it must have taken more of them.
    std::chrono::steady_clock::time_point unsentUntil() const noexcept { return under_.restUntil(); }
    /// Sends of them what goes without waiting. False when the client is gone.
    bool sendOn() noexcept;
    /// Says that no more comes, after as much of `lastWords` as goes without waiting.
    void endSending(std::string_view lastWords) noexcept;
    /// Throws away what has arrived; false when the client has closed.
    bool discard() noexcept;
    /// Ends it for whoever works on it. Any thread.
    void shutdown() noexcept;

private:
    Arrival judge();
    void skip() noexcept;

    const int descriptor_;
    const std::size_t maxHeadBytes_;
    Poco::Net::StreamSocket socket_;
    ConnectionSocket& under_;  // a part of socket_
    std::shared_ptr<void> underWay_;
    std::string received_;
    std::size_t toSkip_ = 0;    // of what comes next
    std::size_t searched_ = 0;  // no end of a head in this much of it
    std::size_t needed_ = 0;    // head and short body, once the head is there
    std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point answeredAt_{};
    bool asksOften_ = false;
};

}  // namespace inkwell::kernel
