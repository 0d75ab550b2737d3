#include "tests/support/cutting_proxy.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace inkwell::test {

namespace {

constexpr int kPollMs = 50;

sockaddr_in localAddress(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

/// "" when the other side has gone.
std::string receive(int socket) {
    std::array<char, 65536> buffer;
    const ssize_t size = ::recv(socket, buffer.data(), buffer.size(), 0);
    return size > 0 ? std::string(buffer.data(), static_cast<std::size_t>(size)) : std::string();
}

bool sendAll(int socket, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

bool isCommit(std::string_view packet) {
    return packet.substr(std::min<std::size_t>(4, packet.size())) ==
           "\x03"
           "COMMIT";
}

// Of the protocol of MySQL: three bytes of length, the number of the packet, its content.
std::string packet(std::string_view content, char number) {
    std::string bytes{static_cast<char>(content.size()), '\0', '\0', number};
    return bytes.append(content);
}

const std::string& rollback() {
    static const std::string kRollback = packet(
        "\x03"
        "ROLLBACK",
        0);
    return kRollback;
}

// 1213, as a node says it whose certification has failed.
const std::string& deadlock() {
    static const std::string kDeadlock = packet(
        "\xff\xbd\x04#40001"
        "Deadlock found when trying to get lock; try restarting transaction",
        1);
    return kDeadlock;
}

// 1180, as a node says it that loses the others while it hands the transaction on to them.
const std::string& failure() {
    static const std::string kFailure = packet(
        "\xff\x9c\x04#HY000"
        "Got error 6 \"No such device or address\" during COMMIT",
        1);
    return kFailure;
}

}  // namespace

CuttingProxy::CuttingProxy(int databasePort)
    : databasePort_(databasePort), listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address = localAddress(0);
    socklen_t size = sizeof address;
    auto* const raw = reinterpret_cast<sockaddr*>(&address);
    if (::bind(listener_, raw, size) != 0 || ::listen(listener_, 64) != 0 ||
        ::getsockname(listener_, raw, &size) != 0) {
        throw std::runtime_error("the proxy has no port");
    }
    port_ = ntohs(address.sin_port);
    accepting_ = std::thread([this] { accept(); });
}

CuttingProxy::~CuttingProxy() {
    isEnding_ = true;
    accepting_.join();
    for (std::thread& one : connections_) one.join();
    ::close(listener_);
}

void CuttingProxy::cutCommitAfter(const std::string& mark) { await(mark, ""); }
void CuttingProxy::refuseCommitAfter(const std::string& mark) { await(mark, deadlock()); }
void CuttingProxy::failCommitAfter(const std::string& mark) { await(mark, failure()); }

void CuttingProxy::rollBackWhilePreparing(const std::string& mark) {
    const std::lock_guard lock(mutex_);
    preparedMark_ = mark;
}

bool CuttingProxy::isToBeRolledBack(const std::string& asked) {
    const std::lock_guard lock(mutex_);
    constexpr char kPrepare = 0x16;
    if (preparedMark_.empty() || asked.size() < 5 || asked[4] != kPrepare) return false;
    if (asked.find(preparedMark_) == std::string::npos) return false;
    preparedMark_.clear();
    return true;
}

void CuttingProxy::await(const std::string& mark, const std::string& answer) {
    const std::lock_guard lock(mutex_);
    mark_ = mark;
    answer_ = answer;
}

bool CuttingProxy::hasMark(const std::string& asked, std::string& answer) {
    const std::lock_guard lock(mutex_);
    if (mark_.empty() || asked.find(mark_) == std::string::npos) return false;
    mark_.clear();
    answer = answer_;
    return true;
}

void CuttingProxy::accept() {
    while (!isEnding_) {
        pollfd waiting{listener_, POLLIN, 0};
        if (::poll(&waiting, 1, kPollMs) <= 0) continue;
        const int client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
        if (client < 0) continue;
        const std::lock_guard lock(mutex_);
        connections_.emplace_back([this, client] { serve(client); });
    }
}

void CuttingProxy::serve(int client) {
    const int database = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = localAddress(databasePort_);
    bool goesOn = ::connect(database, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    bool isMarked = false;
    std::string instead;  // of a cut
    bool cuts = false;
    bool replaces = false;
    while (goesOn && !isEnding_) {
        std::array<pollfd, 2> both{pollfd{client, POLLIN, 0}, pollfd{database, POLLIN, 0}};
        if (::poll(both.data(), both.size(), kPollMs) <= 0) continue;
        if (both[0].revents != 0) {
            const std::string asked = receive(client);
            isMarked = isMarked || hasMark(asked, instead);
            const bool ends = isMarked && isCommit(asked);
            cuts = ends && instead.empty();
            replaces = ends && !instead.empty();
            if (isToBeRolledBack(asked)) goesOn = sendAll(database, rollback()) && !receive(database).empty();
            goesOn = goesOn && !asked.empty() && sendAll(database, replaces ? rollback() : asked);
        }
        if (goesOn && both[1].revents != 0) {
            const std::string answer = receive(database);
            goesOn = !cuts && !answer.empty() && sendAll(client, replaces ? instead : answer);
            if (std::exchange(replaces, false)) {
                isMarked = false;
                ++refusals_;
            }
        }
    }
    if (cuts) ++cuts_;
    ::close(database);
    ::close(client);
}

}  // namespace inkwell::test
