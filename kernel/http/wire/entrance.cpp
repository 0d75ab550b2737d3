#include "kernel/http/wire/entrance.h"

#include <Poco/Net/SocketAddress.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "kernel/runtime/exception_text.h"
#include "kernel/runtime/log.h"

namespace inkwell::kernel {

namespace net = Poco::Net;

namespace {

constexpr std::chrono::seconds kSilence{10};

}  // namespace

Entrance::Entrance(net::ServerSocket& socket, Options options) : socket_(socket), options_(std::move(options)) {}

WaitingRoom::Arrived Entrance::accept() {
    while (true) {
        sockaddr_storage address{};
        socklen_t length = sizeof address;
        auto* const plain = reinterpret_cast<sockaddr*>(&address);
        const int descriptor = ::accept4(socket_.impl()->sockfd(), plain, &length, SOCK_CLOEXEC);
        if (descriptor < 0) {
            if (errno == EINTR || errno == ECONNABORTED) continue;
            if (errno == EAGAIN || errno == EWOULDBLOCK) return {};
            if (errno != EINVAL) complain(std::strerror(errno));  // EINVAL: the socket has been shut down
            return {nullptr, true};
        }
        try {
            ++accepted_;
            return {std::make_unique<Connection>(descriptor, net::SocketAddress(plain, length), socket_.address(),
                                                 options_.tls ? options_.tls() : net::Context::Ptr(), options_.timeout,
                                                 options_.maxHeadBytes),
                    false};
        } catch (...) {
            complain(exceptionText().c_str());
        }
    }
}

// Whoever runs out of descriptors does so many times a second.
void Entrance::complain(const char* what) {
    const auto now = std::chrono::steady_clock::now();
    if (now - complainedAt_ < kSilence) return;
    complainedAt_ = now;
    kernelLog().error(std::string("a client could not be let in: ") + what);
}

}  // namespace inkwell::kernel
