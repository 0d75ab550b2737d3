#pragma once

#include <Poco/Net/StreamSocket.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace inkwell::users {

/// Ends a connection when its time is over or when somebody asks to stop: whoever waits for bytes then gets an error.
/// Timeouts of the socket do not do that, as a server that sends a byte now and then never runs into them. For the
/// thread that uses the socket; it may close the socket before or after.
class Watchdog {
public:
    Watchdog(const Poco::Net::StreamSocket& socket, std::chrono::milliseconds limit, const std::stop_token& stopping);
    ~Watchdog();
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

    bool ranOut() const { return ranOut_; }

private:
    void endConnection() const noexcept;

    const int descriptor_;  // its own: the socket's number may belong to another file by the time it is needed
    std::atomic<bool> ranOut_{false};
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::jthread thread_;
    std::stop_callback<std::function<void()>> onStop_;
};

}  // namespace inkwell::users
