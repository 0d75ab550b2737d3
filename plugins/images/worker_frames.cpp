#include "worker_frames.h"

#include <sys/poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstdint>

namespace inkwell::images {

namespace {

constexpr std::size_t kHeadBytes = 4;

bool sendAll(int socket, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

int millisecondsLeft(std::optional<SteadyTime> deadline) {
    if (!deadline) return -1;
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(*deadline - std::chrono::steady_clock::now());
    return left.count() < 0 ? 0 : static_cast<int>(left.count()) + 1;
}

FrameRead receiveAll(int socket, char* into, std::size_t size, std::optional<SteadyTime> deadline) {
    while (size > 0) {
        pollfd waiting{socket, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, millisecondsLeft(deadline));
        if (ready < 0 && errno == EINTR) continue;
        if (ready < 0) return FrameRead::Closed;
        if (ready == 0) return FrameRead::Late;
        const ssize_t got = ::recv(socket, into, size, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return FrameRead::Closed;
        into += got;
        size -= static_cast<std::size_t>(got);
    }
    return FrameRead::Whole;
}

}  // namespace

bool writeFrame(int socket, std::string_view frame) {
    if (frame.size() > kMaxFrameBytes) return false;
    std::string bytes;
    for (std::size_t i = 0; i < kHeadBytes; ++i) bytes += static_cast<char>(frame.size() >> (8 * i));
    bytes += frame;
    return sendAll(socket, bytes);
}

FrameRead readFrame(int socket, std::string& frame, std::optional<SteadyTime> deadline) {
    std::array<char, kHeadBytes> head{};
    const FrameRead read = receiveAll(socket, head.data(), head.size(), deadline);
    if (read != FrameRead::Whole) return read;
    std::uint32_t size = 0;
    for (std::size_t i = 0; i < kHeadBytes; ++i)
        size |= static_cast<std::uint32_t>(static_cast<unsigned char>(head[i])) << (8 * i);
    if (size > kMaxFrameBytes) return FrameRead::Closed;
    frame.resize(size);
    return receiveAll(socket, frame.data(), size, deadline);
}

}  // namespace inkwell::images
