#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace inkwell::kernel {

/// Tells systemd how the server is, as sd_notify(3) does: datagrams to the socket it names. Does nothing where there is
/// none. Any thread.
class ServiceManager {
public:
    struct Options {
        std::string socket;                    // a path, or '@' and an abstract name; "": nobody is told
        std::chrono::microseconds watchdog{};  // how long silence may last; 0: for ever
    };
    /// $NOTIFY_SOCKET, and $WATCHDOG_USEC unless $WATCHDOG_PID is another process. Takes the three variables away, so
    /// that no child is taken for the server: call before any other thread runs.
    static Options takeEnvironment();

    explicit ServiceManager(Options options);
    ~ServiceManager();  // ends the watchdog
    ServiceManager(const ServiceManager&) = delete;
    ServiceManager& operator=(const ServiceManager&) = delete;

    /// The listeners are up. From now on, every half of the watchdog's time, tells that the server lives, but only if
    /// `answers` says so. It is called on a thread of this object, may take its time, and is asked again after a no.
    void ready(const std::string& status, std::function<bool()> answers);
    /// Around a reload, whatever came of it.
    void reloading() noexcept;
    void reloaded() noexcept;
    /// The server is on its way down; whether it still answers is nobody's business any more.
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

/// True when a server at that address answers GET /health/live with 200 within `patience`. `host` as configured: for
/// every address of the machine the loopback one is asked. `secure`: over TLS, whatever the certificate.
bool answersItself(const std::string& host, int port, bool secure, std::chrono::milliseconds patience);

}  // namespace inkwell::kernel
