#pragma once

#include <Poco/Net/Context.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "kernel/http/dispatcher.h"

namespace inkwell::kernel {

/// Throws what HttpListener::bind() would throw for this address. With `isOwn` this process listens at the port, so
/// that only the host counts. Clients do not notice.
void checkListening(const std::string& host, int port, bool isOwn);

/// One bound address with its own threads: connections wait in a WaitingRoom until a request has arrived, and a
/// WorkerPool serves it. Main thread, except numbers().
class HttpListener {
public:
    struct Options {
        std::string host;
        int port = 0;  // 0 picks a free one
        int threads = 256;
        int maxQueued = 1024;  // requests that wait for a thread; beyond it one of the network with most gets 503
        int maxConnections = 10'000;   // beyond it one of the network with most goes
        int maxHeadBytes = 64 * 1024;  // of a request
        int keepAliveSeconds = 15;
        int receiveTimeoutSeconds = 30;
        // The TLS context of a new connection; called for each one. Not set: no TLS.
        std::function<Poco::Net::Context::Ptr()> tls = {};
    };

    HttpListener(ListenerKind kind, Options options);
    ~HttpListener();  // waits for the handlers that still run

    /// From now on clients wait in the system's queue. Throws std::runtime_error naming the bind address.
    void bind();
    int port() const;

    /// Serves requests through `dispatcher`, which must outlive this.
    void start(Dispatcher& dispatcher);
    void stopAccepting() noexcept;
    /// Ends every connection, even in the middle of a request.
    void closeConnections() noexcept;

    struct Numbers {
        int open = 0;               // connections
        int served = 0;             // connections that a thread serves
        int queued = 0;             // requests that wait for a thread
        int threads = 0;            // running now; more are started up to Options::threads
        std::int64_t accepted = 0;  // connections since the start
        std::int64_t dropped = 0;   // of them, because the room was full
        std::int64_t refused = 0;   // requests since the start, because the queue was full
    };
    /// After start(); any thread.
    Numbers numbers() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace inkwell::kernel
