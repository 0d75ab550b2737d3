#pragma once

#include <Poco/Net/Context.h>
#include <Poco/Net/ServerSocket.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "kernel/http/wire/waiting_room.h"

namespace inkwell::kernel {

/// Lets the clients of a listening socket into a WaitingRoom. Why none can be let in is logged, now and then.
class Entrance {
public:
    struct Options {
        std::function<Poco::Net::Context::Ptr()> tls;  // of a new connection; not set: no TLS
        std::chrono::seconds timeout;                  // of each single send and receive of a worker
        std::size_t maxHeadBytes;
    };

    /// `socket` listens and does not block by the time of accept(), and outlives this.
    Entrance(Poco::Net::ServerSocket& socket, Options options);

    /// For WaitingRoom::Door, on the room's thread.
    WaitingRoom::Arrived accept();
    /// Connections since the start. Any thread.
    std::int64_t accepted() const noexcept { return accepted_; }

private:
    void complain(const char* what);

    Poco::Net::ServerSocket& socket_;
    const Options options_;
    std::chrono::steady_clock::time_point complainedAt_{};
    std::atomic<std::int64_t> accepted_{0};
};

}  // namespace inkwell::kernel
