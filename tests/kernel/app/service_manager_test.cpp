// What systemd would hear: the datagrams of sd_notify(3), read from a socket of the test's own.
#include "kernel/app/service_manager.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstring>
#include <stdexcept>

#include "inkwell/text.h"

namespace inkwell::kernel {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// The listening end. An abstract name lies in no folder.
class Listener {
public:
    Listener()
        : name_("@inkwell-test-" + randomToken(12)), descriptor_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::memcpy(address.sun_path + 1, name_.data() + 1, name_.size() - 1);
        const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name_.size());
        if (::bind(descriptor_, reinterpret_cast<const sockaddr*>(&address), length) != 0) {
            throw std::runtime_error("the socket cannot be bound");
        }
    }
    ~Listener() { ::close(descriptor_); }
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    const std::string& name() const { return name_; }
    /// The next datagram; "" when none comes within `patience`.
    std::string next(milliseconds patience = seconds(60)) {
        pollfd wanted{descriptor_, POLLIN, 0};
        if (::poll(&wanted, 1, static_cast<int>(patience.count())) != 1) return "";
        char buffer[1024];
        const ssize_t got = ::recv(descriptor_, buffer, sizeof(buffer), 0);
        return std::string(buffer, got < 0 ? 0 : static_cast<std::size_t>(got));
    }

private:
    std::string name_;
    int descriptor_;
};

bool never() {
    ADD_FAILURE() << "nobody asked for a watchdog";
    return true;
}

TEST(ServiceManager, HearsOfEveryStep) {
    Listener systemd;
    ServiceManager manager({systemd.name(), {}});
    manager.ready("serving", never);
    manager.reloading();
    manager.reloaded();
    manager.stopping();
    EXPECT_EQ(systemd.next(), "READY=1\nSTATUS=serving");
    EXPECT_EQ(systemd.next().substr(0, 27), "RELOADING=1\nMONOTONIC_USEC=");
    EXPECT_EQ(systemd.next(), "READY=1");
    EXPECT_EQ(systemd.next(), "STOPPING=1");
}

TEST(ServiceManager, FindsASocketInAFolderToo) {
    const std::string path = "/tmp/inkwell-notify-" + randomToken(12);
    const int descriptor = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.data(), path.size());
    ASSERT_EQ(::bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
    ServiceManager({path, {}}).stopping();
    char buffer[64];
    EXPECT_EQ(::recv(descriptor, buffer, sizeof(buffer), MSG_DONTWAIT), 10);
    ::close(descriptor);
    ::unlink(path.c_str());
}

TEST(ServiceManager, TellsThatTheServerLivesOnlyWhileItAnswers) {
    Listener systemd;
    std::atomic<bool> isWell{true};
    std::atomic<int> asked{0};
    ServiceManager manager({systemd.name(), milliseconds(20)});
    manager.ready("serving", [&] {
        ++asked;
        return isWell.load();
    });
    EXPECT_EQ(systemd.next(), "READY=1\nSTATUS=serving");
    EXPECT_EQ(systemd.next(), "WATCHDOG=1");
    EXPECT_EQ(systemd.next(), "WATCHDOG=1");

    isWell = false;
    // One answer may still have been on its way.
    for (const int before = asked; asked < before + 2;) std::this_thread::yield();
    while (!systemd.next(milliseconds(0)).empty()) continue;
    for (const int before = asked; asked < before + 3;) std::this_thread::yield();
    EXPECT_EQ(systemd.next(milliseconds(0)), "") << "a server that does not answer was called alive";

    isWell = true;
    EXPECT_EQ(systemd.next(), "WATCHDOG=1") << "a server that answers again was given up";
}

TEST(ServiceManager, WithoutOneNothingHappens) {
    ServiceManager manager({"", milliseconds(1)});
    manager.ready("serving", never);
    manager.reloading();
    manager.stopping();
    // One that has gone is a line in the log.
    ServiceManager({"@inkwell-nobody-" + randomToken(12), {}}).stopping();
    ServiceManager({"/" + std::string(200, 'x'), {}}).stopping();
}

TEST(ServiceManager, TakesWhatSystemdPutIntoTheEnvironment) {
    const auto options = [](const std::string& process) {
        setenv("NOTIFY_SOCKET", "/run/notify", 1);
        setenv("WATCHDOG_USEC", "120000000", 1);
        setenv("WATCHDOG_PID", process.c_str(), 1);
        return ServiceManager::takeEnvironment();
    };
    EXPECT_EQ(options(std::to_string(getpid())).watchdog, seconds(120));
    EXPECT_EQ(options("1").watchdog, microseconds(0)) << "the watchdog of another process";
    EXPECT_EQ(options("").socket, "/run/notify");
    EXPECT_EQ(getenv("NOTIFY_SOCKET"), nullptr);
    EXPECT_EQ(ServiceManager::takeEnvironment().socket, "");
}

TEST(ServiceManager, AServerThatIsNotThereDoesNotAnswer) {
    EXPECT_FALSE(answersItself("127.0.0.1", 1, milliseconds(200)));
    EXPECT_FALSE(answersItself("0.0.0.0", 1, milliseconds(200)));
}

}  // namespace
}  // namespace inkwell::kernel
