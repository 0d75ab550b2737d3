#pragma once

#include <Poco/Net/Context.h>
#include <Poco/Net/SocketAddress.h>
#include <Poco/Net/StreamSocket.h>

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace inkwell::kernel {

/// One client's connection, with what has arrived of its next request. Belongs to one thread at a time: the waiting
/// room's until a request is there, then the worker's that answers it. Destroying it closes it.
class Connection {
public:
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
    /// Bytes that are kept until a worker takes them.
    std::size_t size() const noexcept { return received_.size(); }
    /// When the first byte of the request that is under way came; of an idle connection, when it became idle.
    std::chrono::steady_clock::time_point since() const noexcept { return since_; }
    bool isIdle() const noexcept { return received_.empty(); }

    int descriptor() const noexcept { return descriptor_; }
    /// For a worker: reads give what has arrived, then wait.
    Poco::Net::StreamSocket& socket() noexcept { return socket_; }
    /// Hands what has arrived to the socket's reader; call before an answer is made.
    void beginRequest();
    /// After an answer: `unread` is what the reader took and did not use.
    void endRequest(std::string_view unread);
    /// Sends as much as goes without waiting: the last words to a client that is refused.
    void sendNow(std::string_view bytes) noexcept;
    /// Throws away what has arrived; false when the client has closed.
    bool discard();
    /// Ends it for whoever works on it. Any thread.
    void shutdown() noexcept;

private:
    struct Ahead;
    template <class Base>
    class Reading;
    Arrival judge();
    int take(char* to, int room);
    void setBlocking(bool flag);

    const int descriptor_;
    const std::size_t maxHeadBytes_;
    Poco::Net::StreamSocketImpl* under_ = nullptr;  // of TLS; owned by socket_
    bool blocking_ = true;                          // under_
    Ahead* ahead_ = nullptr;                        // a part of socket_
    Poco::Net::StreamSocket socket_;
    std::string received_;
    std::size_t searched_ = 0;  // no end of a head in this much of it
    std::size_t needed_ = 0;    // head and short body, once the head is there
    std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
};

}  // namespace inkwell::kernel
