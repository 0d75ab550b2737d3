#include "kernel/operator/service_manager.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>

#include "kernel/runtime/log.h"

namespace inkwell::kernel {

namespace {

// After a no; systemd has the last word when all answers are no.
constexpr std::chrono::milliseconds kAskAgain{1000};

std::string takeVariable(const char* name) {
    const char* const value = std::getenv(name);
    std::string text(value == nullptr ? "" : value);
    unsetenv(name);
    return text;
}

std::int64_t wholeNumber(const std::string& text) {
    std::int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

// sd_notify(3): the abstract names of unix(7) are written with an '@' in place of the NUL.
bool send(const std::string& path, const std::string& text) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof(address.sun_path)) return errno = ENAMETOOLONG, false;
    std::memcpy(address.sun_path, path.data(), path.size());
    if (address.sun_path[0] == '@') address.sun_path[0] = '\0';
    const int descriptor = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return false;
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
    const ssize_t sent = ::sendto(descriptor, text.data(), text.size(), MSG_NOSIGNAL,
                                  reinterpret_cast<const sockaddr*>(&address), length);
    const int reason = errno;
    ::close(descriptor);
    errno = reason;
    return sent == static_cast<ssize_t>(text.size());
}

std::string monotonicMicroseconds() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::to_string(std::chrono::duration_cast<std::chrono::microseconds>(now).count());
}

}  // namespace

ServiceManager::Options ServiceManager::takeEnvironment() {
    Options options;
    options.socket = takeVariable("NOTIFY_SOCKET");
    const std::string silence = takeVariable("WATCHDOG_USEC");
    const std::string process = takeVariable("WATCHDOG_PID");
    if (process.empty() || wholeNumber(process) == getpid()) {
        options.watchdog = std::chrono::microseconds(wholeNumber(silence));
    }
    return options;
}

ServiceManager::ServiceManager(Options options) : options_(std::move(options)) {}

ServiceManager::~ServiceManager() {
    endWatch();
    if (watchdog_.joinable()) watchdog_.join();
}

void ServiceManager::endWatch() noexcept {
    {
        const std::lock_guard lock(mutex_);
        isEnding_ = true;
    }
    wake_.notify_all();
}

void ServiceManager::ready(const std::string& status, std::function<bool()> answers) {
    tell("READY=1\nSTATUS=" + status);
    if (options_.socket.empty() || options_.watchdog.count() <= 0) return;
    watchdog_ = std::thread([this, answers = std::move(answers)] { watch(answers); });
}

void ServiceManager::reloading() noexcept { tell("RELOADING=1\nMONOTONIC_USEC=" + monotonicMicroseconds()); }

void ServiceManager::reloaded() noexcept { tell("READY=1"); }

void ServiceManager::stopping() noexcept {
    endWatch();
    tell("STOPPING=1");
}

void ServiceManager::tell(const std::string& state) noexcept {
    if (options_.socket.empty() || send(options_.socket, state)) return;
    kernelLog().warn("the service manager cannot be told '" + state.substr(0, state.find('\n')) +
                     "': " + std::generic_category().message(errno));
}

void ServiceManager::watch(const std::function<bool()>& answers) {
    std::unique_lock lock(mutex_);
    std::chrono::microseconds pause = options_.watchdog / 2;
    while (!wake_.wait_for(lock, pause, [this] { return isEnding_; })) {
        lock.unlock();
        const bool isWell = answers();
        lock.lock();
        if (isEnding_) return;
        lock.unlock();
        if (isWell) {
            tell("WATCHDOG=1");
        } else {
            kernelLog().error("the server does not answer itself");
        }
        lock.lock();
        pause = isWell ? options_.watchdog / 2 : std::min<std::chrono::microseconds>(kAskAgain, options_.watchdog / 2);
    }
}

}  // namespace inkwell::kernel
