#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace inkwell::kernel {

/// Reports the server's state to systemd as sd_notify(3) does: datagrams to the socket it names. Does nothing without a
/// socket. Any thread.
class ServiceManager {
public:
    struct Options {
        std::string socket;                    // a path, or '@' and an abstract name; "": no reports
        std::chrono::microseconds watchdog{};  // longest silence allowed; 0: no limit
    };
    /// $NOTIFY_SOCKET, and $WATCHDOG_USEC unless $WATCHDOG_PID is another process. Removes the three variables, so that
    /// no child passes for the server: call before any other thread runs.
    static Options takeEnvironment();

    explicit ServiceManager(Options options);
    ~ServiceManager();  // ends the watchdog
    ServiceManager(const ServiceManager&) = delete;
    ServiceManager& operator=(const ServiceManager&) = delete;

    /// The listeners are up. From now on reports twice per watchdog period that the server lives, but only if `answers`
    /// returns true. It is called on a thread of this object, may be slow, and is called again after false.
    void ready(const std::string& status, std::function<bool()> answers);
    /// Call around a reload, whether it succeeds or not.
    void reloading() noexcept;
    void reloaded() noexcept;
    /// The server is shutting down: the watchdog no longer cares whether it responds.
    void stopping() noexcept;

private:
    void tell(const std::string& state) noexcept;
    void endWatch() noexcept;
    void watch(const std::function<bool()>& answers);

    const Options options_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool isEnding_ = false;
    std::thread watchdog_;
};

}  // namespace inkwell::kernel
