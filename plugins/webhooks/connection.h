#pragma once

#include <Poco/Net/Context.h>
#include <Poco/Net/StreamSocket.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace inkwell::webhooks {

/// Bytes to and from a receiver, with or without TLS, never waiting but in `wait` and `secure`. One thread. What fails
/// throws std::runtime_error with a sentence for the delivery log.
class Connection {
public:
    using Deadline = std::chrono::steady_clock::time_point;

    /// `socket` is connected and does not block. Once `cancelled` is true, `wait` and `secure` behave as if the time
    /// were over.
    explicit Connection(const Poco::Net::StreamSocket& socket, const std::atomic<bool>* cancelled = nullptr);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// Agrees on TLS; the receiver's certificate must be for `host` and come from an authority of `context`.
    void secure(const Poco::Net::Context& context, const std::string& host, Deadline deadline);

    /// How many bytes were taken: 0 when it would have to wait; nothing when the receiver takes no more. After a 0 the
    /// same bytes must be offered again.
    std::optional<std::size_t> write(std::string_view bytes);
    /// How many bytes came: 0 when it would have to wait; nothing at the end.
    std::optional<std::size_t> read(char* bytes, std::size_t size);

    /// Until one of the calls that would have had to wait may go on. False when the time is over.
    bool wait(Deadline deadline);

private:
    struct SslDeleter {
        void operator()(ssl_st* ssl) const;
    };
    bool mustWait(int result);

    Poco::Net::StreamSocket socket_;
    const std::atomic<bool>* cancelled_;
    std::unique_ptr<ssl_st, SslDeleter> ssl_;  // null: plain
    short events_ = 0;                         // of poll, for which `wait` waits
};

}  // namespace inkwell::webhooks
