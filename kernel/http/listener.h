#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "kernel/http/dispatcher.h"

namespace inkwell::kernel {

/// One address with its own threads, one per connection. Up to maxConnections are kept between requests; some more get
/// one answer each, so that idle connections never shut others out; those beyond wait in a queue. Main thread.
class HttpListener {
public:
    struct Options {
        std::string host;
        int port = 0;  // 0 picks a free one
        int maxConnections = 256;
        int keepAliveSeconds = 15;
        int receiveTimeoutSeconds = 30;
    };

    HttpListener(ListenerKind kind, Options options);
    ~HttpListener();  // waits for the handlers that still run

    /// From now on clients wait in the system's queue. Throws std::runtime_error naming the address.
    void bind();
    int port() const;

    /// Answers through `dispatcher`, which must outlive this.
    void start(Dispatcher& dispatcher);
    void stopAccepting() noexcept;
    /// Ends every connection, also in the middle of a request.
    void closeConnections() noexcept;

    struct Numbers {
        int open = 0;                // connections that have a thread
        int queued = 0;              // that wait for one
        std::int64_t accepted = 0;   // since the start
        std::int64_t refused = 0;    // closed at once because the queue was full
    };
    /// After start(); any thread.
    Numbers numbers() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace inkwell::kernel
