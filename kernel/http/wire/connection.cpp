#include "kernel/http/wire/connection.h"

#include <Poco/Net/HTTPBufferAllocator.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <utility>

#include "inkwell/client_network.h"
#include "inkwell/text.h"
#include "kernel/http/wire/raw_head.h"

namespace inkwell::kernel {

namespace net = Poco::Net;

namespace {

using SteadyClock = std::chrono::steady_clock;

// A query of 16 KiB, each byte of it percent-encoded, and what stands beside it.
constexpr std::size_t kMaxAddressBytes = 50 * 1024;
// What Poco::Net::HTTPRequest reads of an address.
constexpr std::size_t kParsedAddressBytes = 16384;
// Bytes of them before one request. Without a limit one client could keep the room's thread with nothing else.
constexpr std::size_t kMaxEmptyLines = 256;

// The end of the head that ends at or behind `from`; npos without one. Poco takes a bare line feed, too.
std::size_t endOfHead(std::string_view text, std::size_t from) {
    for (std::size_t at = text.find('\n', from); at != std::string_view::npos; at = text.find('\n', at + 1)) {
        if (at + 1 < text.size() && text[at + 1] == '\n') return at + 2;
        if (at + 2 < text.size() && text[at + 1] == '\r' && text[at + 2] == '\n') return at + 3;
    }
    return std::string_view::npos;
}

// Of the address in the request line, as far as it has come.
std::size_t addressBytes(std::string_view head) {
    const std::string_view line = head.substr(0, head.find('\n'));
    const std::size_t blank = line.find(' ');
    if (blank == std::string_view::npos) return 0;
    const std::string_view behind = line.substr(blank + 1);
    return std::min(behind.find(' '), behind.size());
}

// How much of the body to wait for: all of a short one whose sender does not wait to be asked for it, which HTTP/1.0
// does not know.
std::size_t shortBodyOf(std::string_view head) {
    std::size_t length = 0;
    const bool mayExpect = trimmed(head.substr(0, head.find('\n'))).ends_with("1.1");
    for (std::size_t at = head.find('\n'); at != std::string_view::npos; at = head.find('\n', at + 1)) {
        const std::string_view line = head.substr(at + 1, head.find('\n', at + 1) - at - 1);
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos) continue;
        const std::string name = asciiLower(line.substr(0, colon));
        if (name == "transfer-encoding" || (name == "expect" && mayExpect)) return 0;
        if (name != "content-length") continue;
        const std::string_view value = trimmed(line.substr(colon + 1));
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), length);
        if (error != std::errc() || end != value.data() + value.size()) return 0;
    }
    return length <= Connection::kShortBodyBytes ? length : 0;
}

// Poco reads a line in pieces and takes any piece of two bytes for the empty line: a line that would end in one gets
// another blank, which Poco skips. `head` is how many of `bytes` are a sound head.
void padLines(std::string& bytes, std::size_t head) {
    constexpr std::size_t kPieceBytes = net::HTTPBufferAllocator::BUFFER_SIZE - 4;
    for (std::size_t begin = 0; begin < head; begin = bytes.find('\n', begin) + 1) {
        const std::size_t length = bytes.find('\n', begin) + 1 - begin;
        if (length <= kPieceBytes || length % kPieceBytes != 2) continue;
        bytes.insert(bytes.find(begin == 0 ? ' ' : ':', begin) + 1, 1, ' ');
        ++head;
    }
}

}  // namespace

Connection::Connection(int descriptor, const net::SocketAddress& client, const net::SocketAddress& server,
                       const net::Context::Ptr& tls, std::chrono::seconds timeout, std::size_t maxHeadBytes)
    : descriptor_(descriptor),
      maxHeadBytes_(maxHeadBytes),
      client_(client.host()),
      network_(clientNetwork(client_.toString())),
      under_(ConnectionSocket::make(socket_, descriptor, tls, {client, server}, timeout)) {
    const Poco::Timespan limit(static_cast<long>(timeout.count()), 0);
    socket_.setNoDelay(true);
    socket_.setSendTimeout(limit);
    socket_.setReceiveTimeout(limit);
}

bool Connection::shakeHands() noexcept {
    if (!under_.shakeHands()) return false;
    if (!isShakingHands()) since_ = SteadyClock::now();
    return true;
}

Connection::Arrival Connection::receive() {
    std::array<char, 16 * 1024> piece;
    while (true) {
        const Arrival arrival = judge();
        if (arrival == Arrival::AddressTooLong) takeRestOfHead();
        if (arrival != Arrival::Waiting) return arrival;
        const int count = under_.take(piece.data(), static_cast<int>(piece.size()));
        if (count == ConnectionSocket::kWouldWait) return Arrival::Waiting;
        // A body that breaks off is told so by whoever reads it.
        if (count == 0) return needed_ > 0 ? Arrival::Request : Arrival::Closed;
        const bool wasIdle = isIdle();
        received_.append(piece.data(), static_cast<std::size_t>(count));
        skip();
        dropEmptyLines();
        if (wasIdle && !isIdle()) since_ = SteadyClock::now();
    }
}

Connection::Arrival Connection::judge() {
    if (needed_ == 0) {
        dropEmptyLines();
        if (emptyLines_ > kMaxEmptyLines) return Arrival::BadHead;
        const std::string_view text(received_);
        const std::size_t end = endOfHead(text, searched_);
        const std::string_view head = text.substr(0, end);
        if (addressBytes(head) > kMaxAddressBytes) return Arrival::AddressTooLong;
        if (head.size() > maxHeadBytes_) return Arrival::HeadTooLong;
        if (end == std::string_view::npos) {
            searched_ = text.size() < 3 ? 0 : text.size() - 3;
            return Arrival::Waiting;
        }
        if (!isSoundHead(head)) return Arrival::BadHead;
        if (isOverfull(head)) return Arrival::HeadTooLong;
        head_ = end;
        needed_ = end + shortBodyOf(head);
    }
    return received_.size() >= needed_ ? Arrival::Request : Arrival::Waiting;
}

// RFC 9112, 2.2: empty lines before a request are ignored.
void Connection::dropEmptyLines() noexcept {
    if (searched_ > 0 || needed_ > 0) return;
    const std::size_t count = std::min(received_.find_first_not_of("\r\n"), received_.size());
    received_.erase(0, count);
    emptyLines_ += count;
}

// What has arrived behind an address that is too long says which page is to read the refusal.
void Connection::takeRestOfHead() {
    std::array<char, 16 * 1024> piece;
    while (received_.size() <= maxHeadBytes_ && endOfHead(received_, 0) == std::string_view::npos) {
        const int count = under_.take(piece.data(), static_cast<int>(piece.size()));
        if (count <= 0) return;
        received_.append(piece.data(), static_cast<std::size_t>(count));
    }
}

void Connection::skip() noexcept {
    const std::size_t count = std::min(toSkip_, received_.size());
    received_.erase(0, count);
    toSkip_ -= count;
    if (count > 0 && isIdle()) since_ = SteadyClock::now();
}

void Connection::beginRequest(std::shared_ptr<void> underWay) {
    underWay_ = std::move(underWay);
    asksOften_ = SteadyClock::now() - answeredAt_ < kOften;
    under_.awaitReads();
    behindHead_ = received_.size() - head_;
    const std::string_view head = std::string_view(received_).substr(0, head_);
    encodedHead_ = head.find("=?") == std::string_view::npos ? "" : head;
    setAsideAddress();
    padLines(received_, head_);
    under_.giveFirst(std::exchange(received_, {}));
    searched_ = 0;
    head_ = 0;
    needed_ = 0;
    emptyLines_ = 0;
}

void Connection::setAsideAddress() {
    longAddress_.clear();
    if (head_ <= kParsedAddressBytes) return;
    const std::size_t bytes = addressBytes(std::string_view(received_).substr(0, head_));
    if (bytes <= kParsedAddressBytes) return;
    const std::size_t begin = received_.find(' ') + 1;
    longAddress_ = received_.substr(begin, bytes);
    received_.replace(begin, bytes, "/");
    head_ -= bytes - 1;
}

void Connection::endRequest(std::string_view unread, std::int64_t toSkip) {
    received_ = std::string(unread) + under_.takeBack();
    toSkip_ = static_cast<std::size_t>(toSkip);
    since_ = answeredAt_ = SteadyClock::now();
    skip();
    if (unsent() == 0) underWay_.reset();
}

bool Connection::sendOn() noexcept {
    if (!under_.sendRest()) return false;
    if (unsent() > 0) return true;
    underWay_.reset();
    since_ = SteadyClock::now();
    return true;
}

void Connection::endSending(std::string_view lastWords) noexcept {
    under_.sendNow(lastWords);
    under_.endSending();
    std::string().swap(received_);
}

bool Connection::discard() noexcept {
    std::array<char, 16 * 1024> sink;
    // Nobody reads it: under TLS, too, the bytes will do. What is left is discarded in the next turn, so that a client
    // that sends without end does not keep the room's thread.
    const ssize_t count = ::recv(descriptor_, sink.data(), sink.size(), MSG_DONTWAIT);
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR));
}

void Connection::shutdown() noexcept { ::shutdown(descriptor_, SHUT_RDWR); }

}  // namespace inkwell::kernel
