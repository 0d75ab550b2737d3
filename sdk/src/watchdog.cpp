#include "inkwell/watchdog.h"

#include <Poco/Net/StreamSocket.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <thread>

namespace inkwell {

namespace {

constexpr std::chrono::milliseconds kAskAfter{200};

/// A descriptor of its own: the socket's number may belong to another file by the time it is needed.
class OwnDescriptor {
public:
    explicit OwnDescriptor(const Poco::Net::StreamSocket& socket) : descriptor_(::dup(socket.impl()->sockfd())) {
        if (descriptor_ < 0) throw std::runtime_error("too many open files");
    }
    ~OwnDescriptor() { ::close(descriptor_); }
    OwnDescriptor(const OwnDescriptor&) = delete;
    OwnDescriptor& operator=(const OwnDescriptor&) = delete;

    void endConnection() const noexcept { ::shutdown(descriptor_, SHUT_RDWR); }

private:
    const int descriptor_;
};

}  // namespace

struct Watchdog::State {
    State(const Poco::Net::StreamSocket& socket, Time end, std::function<bool()> mustEndNow)
        : descriptor(socket),
          deadline(end),
          mustEnd(std::move(mustEndNow)),
          thread([this](const std::stop_token& done) { watch(done); }) {}

    void watch(const std::stop_token& done) {
        std::unique_lock lock(mutex);
        while (!done.stop_requested()) {
            const auto now = std::chrono::steady_clock::now();
            if (now >= deadline || (mustEnd && mustEnd())) {
                hasEnded = true;
                return descriptor.endConnection();
            }
            changed.wait_until(lock, done, mustEnd ? std::min(deadline, now + kAskAfter) : deadline,
                               [] { return false; });
        }
    }

    const OwnDescriptor descriptor;
    const Time deadline;
    const std::function<bool()> mustEnd;
    std::atomic<bool> hasEnded{false};
    std::mutex mutex;
    std::condition_variable_any changed;
    std::jthread thread;  // last: it uses the rest
};

Watchdog::Watchdog(const Poco::Net::StreamSocket& socket, Time deadline, std::function<bool()> mustEnd)
    : state_(std::make_unique<State>(socket, deadline, std::move(mustEnd))) {}

Watchdog::~Watchdog() = default;

bool Watchdog::hasEnded() const noexcept { return state_->hasEnded; }

}  // namespace inkwell
