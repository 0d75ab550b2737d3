#pragma once

#include <chrono>
#include <functional>
#include <memory>

#include "inkwell/export.h"

namespace Poco::Net {
class StreamSocket;
}

namespace inkwell {

/// For a plugin that talks to a peer that may be slow: ends a connection at its deadline, or when the plugin wants to
/// stop. A thread that waits for bytes then gets an error or the end. Timeouts of the socket are not enough: a peer
/// that sends a byte now and then never triggers them. Made by the thread that uses the socket; that may close the
/// socket before or after. Uses one thread of its own.
class INKWELL_API Watchdog {
public:
    using Time = std::chrono::steady_clock::time_point;

    /// `mustEnd`, if set, is called five times a second, on the watchdog's thread; it must not throw. Throws
    /// std::runtime_error when there are too many open files or threads.
    Watchdog(const Poco::Net::StreamSocket& socket, Time deadline, std::function<bool()> mustEnd = {});
    ~Watchdog();
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

    /// Whether it ended the connection.
    bool hasEnded() const noexcept;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace inkwell
