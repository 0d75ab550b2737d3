#include "tests/support/crowd.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string_view>

namespace inkwell::test {

namespace {

constexpr int kSmallWindow = 4096;
constexpr std::string_view kEndOfHead = "\r\n\r\n";

enum class Manner { Idle, SlowSender, SlowReader, Deaf };

void require(bool condition, const char* what) {
    if (!condition) throw std::runtime_error(std::string(what) + ": " + std::strerror(errno));
}

/// Whether the server is still there after all that has come, up to `most` bytes, was taken.
bool take(int socket, std::size_t most) {
    std::array<char, 16 * 1024> sink;
    while (most > 0) {
        const ssize_t count = ::recv(socket, sink.data(), std::min(most, sink.size()), MSG_DONTWAIT);
        if (count == 0) return false;
        if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
        most -= static_cast<std::size_t>(count);
    }
    return true;
}

}  // namespace

struct Crowd::Member {
    Manner manner;
    std::string request;
    int socket = -1;
    std::size_t sent = 0;

    Member(Manner givenManner, std::string givenRequest) : manner(givenManner), request(std::move(givenRequest)) {}
    ~Member() { close(); }

    void close() {
        if (socket >= 0) ::close(socket);
        socket = -1;
    }
    void connect(int port) {
        close();
        sent = 0;
        socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        require(socket >= 0, "no socket");
        if (manner == Manner::SlowReader || manner == Manner::Deaf) {
            ::setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &kSmallWindow, sizeof kSmallWindow);
        }
        const timeval patience{60, 0};
        ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        require(::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0, "cannot connect");
    }
    bool send(std::size_t count) {
        count = std::min(count, request.size() - sent);
        const ssize_t done = ::send(socket, request.data() + sent, count, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (done > 0) sent += static_cast<std::size_t>(done);
        return done >= 0 || errno == EAGAIN || errno == EWOULDBLOCK;
    }
    // A small answer, which comes in one piece.
    bool ask() {
        sent = 0;
        std::array<char, 4096> answer;
        if (!send(request.size())) return false;
        const ssize_t count = ::recv(socket, answer.data(), answer.size(), 0);
        return count > 12 && std::string_view(answer.data(), 12) == "HTTP/1.1 200";
    }
    bool step() {
        switch (manner) {
            case Manner::SlowSender:
                return send(1) && take(socket, SIZE_MAX);
            case Manner::SlowReader:
                return take(socket, 1);
            case Manner::Idle:
                return take(socket, SIZE_MAX);
            case Manner::Deaf:
                break;
        }
        int error = 0;
        socklen_t size = sizeof error;
        ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size);
        return error == 0;
    }
};

Crowd::Crowd(int port) : port_(port) {}

Crowd::~Crowd() = default;

void Crowd::open(Member& member) const {
    member.connect(port_);
    if (member.manner == Manner::Idle) {
        require(member.ask(), "an idle connection was not answered with 200");
    } else if (member.manner == Manner::SlowSender) {
        const std::size_t head = member.request.find(kEndOfHead) + kEndOfHead.size();
        if (head < member.request.size()) member.send(head);
    } else {
        member.send(member.request.size());
    }
}

void Crowd::add(std::unique_ptr<Member> member) {
    open(*member);
    members_.push_back(std::move(member));
}

void Crowd::addIdle(int count, const std::string& request) {
    for (int i = 0; i < count; ++i) add(std::make_unique<Member>(Manner::Idle, request));
}

void Crowd::addSlowSenders(int count, const std::vector<std::string>& requests) {
    for (int i = 0; i < count; ++i) {
        add(std::make_unique<Member>(Manner::SlowSender, requests[static_cast<std::size_t>(i) % requests.size()]));
    }
}

void Crowd::addSlowReaders(int count, const std::string& request) {
    for (int i = 0; i < count; ++i) add(std::make_unique<Member>(Manner::SlowReader, request));
}

void Crowd::addDeaf(int count, const std::string& request) {
    for (int i = 0; i < count; ++i) add(std::make_unique<Member>(Manner::Deaf, request));
}

void Crowd::step() {
    for (const auto& member : members_) {
        if (member->socket >= 0 && !member->step()) member->close();
    }
}

std::size_t Crowd::closed() const {
    return static_cast<std::size_t>(
        std::count_if(members_.begin(), members_.end(), [](const auto& member) { return member->socket < 0; }));
}

void Crowd::reopen() {
    for (const auto& member : members_) {
        if (member->socket < 0) open(*member);
    }
}

int Crowd::askIdle() {
    return static_cast<int>(std::count_if(members_.begin(), members_.end(), [](const auto& member) {
        return member->manner == Manner::Idle && member->socket >= 0 && member->ask();
    }));
}

void allowOpenFiles(std::size_t atLeast) {
    rlimit limit{};
    require(::getrlimit(RLIMIT_NOFILE, &limit) == 0, "no limit of open files");
    limit.rlim_cur = limit.rlim_max;
    require(::setrlimit(RLIMIT_NOFILE, &limit) == 0, "the limit of open files cannot be raised");
    if (limit.rlim_cur >= atLeast) return;
    throw std::runtime_error("this needs " + std::to_string(atLeast) + " open files; the limit is " +
                             std::to_string(limit.rlim_cur));
}

}  // namespace inkwell::test
