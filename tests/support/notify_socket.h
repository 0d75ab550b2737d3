#pragma once

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>

#include "inkwell/crypto.h"

namespace inkwell::test {

/// What systemd listens at: a datagram socket, in a folder, or with an abstract name that begins with '@'. One thread.
class NotifySocket {
public:
    explicit NotifySocket(std::string name = "@inkwell-test-" + randomToken(12))
        : name_(std::move(name)), descriptor_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::memcpy(address.sun_path, name_.data(), name_.size());
        if (name_.front() == '@') address.sun_path[0] = '\0';
        const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name_.size());
        if (::bind(descriptor_, reinterpret_cast<const sockaddr*>(&address), length) != 0) {
            throw std::runtime_error("the socket " + name_ + " cannot be bound");
        }
    }
    ~NotifySocket() {
        ::close(descriptor_);
        if (name_.front() != '@') ::unlink(name_.c_str());
    }
    NotifySocket(const NotifySocket&) = delete;
    NotifySocket& operator=(const NotifySocket&) = delete;

    const std::string& name() const { return name_; }
    /// The next datagram; "" when none comes within `patience`.
    std::string next(std::chrono::milliseconds patience = std::chrono::seconds(60)) {
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

}  // namespace inkwell::test
