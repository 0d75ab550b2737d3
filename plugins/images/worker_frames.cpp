#include "worker_frames.h"

#include <sys/poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>

namespace inkwell::images {

namespace {

constexpr std::size_t kHeadBytes = 4;

// Room for the descriptors of one frame, in the form that the kernel wants.
union Control {
    cmsghdr header;
    std::array<char, CMSG_SPACE(kMaxFrameDescriptors * sizeof(int))> bytes;
};

// With the first byte go the descriptors.
bool sendFirst(int socket, char byte, std::span<const int> descriptors) {
    iovec data{&byte, 1};
    Control control{};
    msghdr message{};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = control.bytes.data();
    message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
    cmsghdr* const head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(descriptors.size_bytes());
    std::memcpy(CMSG_DATA(head), descriptors.data(), descriptors.size_bytes());
    ssize_t sent = -1;
    while ((sent = ::sendmsg(socket, &message, MSG_NOSIGNAL)) < 0 && errno == EINTR) {
    }
    return sent == 1;
}

ssize_t receiveSome(int socket, char* into, std::size_t size, std::vector<Descriptor>* descriptors) {
    if (descriptors == nullptr) return ::recv(socket, into, size, 0);
    iovec data{into, size};
    Control control{};
    msghdr message{};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = control.bytes.data();
    message.msg_controllen = control.bytes.size();
    const ssize_t got = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (got < 0) return got;
    for (cmsghdr* head = CMSG_FIRSTHDR(&message); head != nullptr; head = CMSG_NXTHDR(&message, head)) {
        if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS) continue;
        for (std::size_t at = 0; CMSG_LEN(at + sizeof(int)) <= head->cmsg_len; at += sizeof(int)) {
            int one = -1;
            std::memcpy(&one, CMSG_DATA(head) + at, sizeof one);
            descriptors->emplace_back(one);
        }
    }
    return got;
}

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

FrameRead receiveAll(int socket, char* into, std::size_t size, std::optional<SteadyTime> deadline,
                     std::vector<Descriptor>* descriptors = nullptr) {
    while (size > 0) {
        pollfd waiting{socket, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, millisecondsLeft(deadline));
        if (ready < 0 && errno == EINTR) continue;
        if (ready < 0) return FrameRead::Closed;
        if (ready == 0) return FrameRead::Late;
        const ssize_t got = receiveSome(socket, into, size, descriptors);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return FrameRead::Closed;
        into += got;
        size -= static_cast<std::size_t>(got);
    }
    return FrameRead::Whole;
}

}  // namespace

bool writeFrame(int socket, std::string_view frame, std::span<const int> descriptors) {
    if (frame.size() > kMaxFrameBytes || descriptors.size() > kMaxFrameDescriptors) return false;
    std::string bytes;
    for (std::size_t i = 0; i < kHeadBytes; ++i) bytes += static_cast<char>(frame.size() >> (8 * i));
    bytes += frame;
    if (descriptors.empty()) return sendAll(socket, bytes);
    return sendFirst(socket, bytes.front(), descriptors) && sendAll(socket, std::string_view(bytes).substr(1));
}

FrameRead readFrame(int socket, std::string& frame, std::optional<SteadyTime> deadline,
                    std::vector<Descriptor>* descriptors) {
    std::array<char, kHeadBytes> head{};
    const FrameRead read = receiveAll(socket, head.data(), head.size(), deadline, descriptors);
    if (read != FrameRead::Whole) return read;
    std::uint32_t size = 0;
    for (std::size_t i = 0; i < kHeadBytes; ++i)
        size |= static_cast<std::uint32_t>(static_cast<unsigned char>(head[i])) << (8 * i);
    if (size > kMaxFrameBytes) return FrameRead::Closed;
    frame.resize(size);
    return receiveAll(socket, frame.data(), size, deadline);
}

}  // namespace inkwell::images
