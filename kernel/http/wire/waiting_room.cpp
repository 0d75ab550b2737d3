#include "kernel/http/wire/waiting_room.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <stdexcept>

#include "kernel/runtime/exception_text.h"
#include "kernel/runtime/log.h"

namespace inkwell::kernel {

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr int kEventsAtOnce = 256;
constexpr int kSweepMs = 250;
// Closing with bytes unread makes the system reset the connection, and the client may lose its last words.
constexpr std::chrono::seconds kLastWords{2};
constexpr int kBadRequest = 400;
constexpr int kTimeout = 408;
constexpr int kAddressTooLong = 414;
constexpr int kHeadTooLong = 431;
constexpr int kUnavailable = 503;

void watch(int poll, int descriptor, std::uint32_t events = EPOLLIN, int operation = EPOLL_CTL_ADD) {
    epoll_event event{};
    event.events = events;
    event.data.fd = descriptor;
    if (::epoll_ctl(poll, operation, descriptor, &event) != 0) {
        throw std::runtime_error("a connection cannot be waited for");
    }
}

void unwatch(int poll, int descriptor) noexcept { ::epoll_ctl(poll, EPOLL_CTL_DEL, descriptor, nullptr); }

}  // namespace

WaitingRoom::WaitingRoom(Options options, Door door) : options_(options), door_(std::move(door)) {
    poll_ = ::epoll_create1(EPOLL_CLOEXEC);
    signal_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (poll_ < 0 || signal_ < 0) throw std::runtime_error("no descriptor is left to wait for connections with");
    watch(poll_, signal_);
}

WaitingRoom::~WaitingRoom() {
    close();
    ::close(poll_);
    ::close(signal_);
}

void WaitingRoom::open(int listening) {
    listening_ = listening;
    accepting_ = true;
    thread_ = std::thread([this] { run(); });
}

void WaitingRoom::put(std::unique_ptr<Connection> connection, Next next) {
    {
        const std::lock_guard lock(mutex_);
        if (closing_) return;
        returned_.emplace_back(std::move(connection), next);
    }
    wake();
}

void WaitingRoom::stopAccepting() noexcept {
    accepting_ = false;
    wake();
}

void WaitingRoom::close() noexcept {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    wake();
    if (thread_.joinable()) thread_.join();
    const std::lock_guard lock(mutex_);
    returned_.clear();
}

void WaitingRoom::wake() noexcept {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(signal_, &one, sizeof one);
}

void WaitingRoom::run() noexcept {
    std::array<epoll_event, kEventsAtOnce> events;
    SteadyClock::time_point swept{};
    while (!closing_) {
        try {
            if (SteadyClock::now() - swept >= std::chrono::milliseconds(kSweepMs)) {
                swept = SteadyClock::now();
                sweep();
            }
            const int count = ::epoll_wait(poll_, events.data(), kEventsAtOnce, kSweepMs);
            for (int i = 0; i < count; ++i) {
                const int descriptor = events[static_cast<std::size_t>(i)].data.fd;
                if (descriptor == signal_) {
                    std::uint64_t ignored = 0;
                    [[maybe_unused]] const ssize_t read = ::read(signal_, &ignored, sizeof ignored);
                } else if (descriptor == listening_) {
                    acceptAll();
                } else if (const auto place = places_.find(descriptor); place != places_.end()) {
                    look(place->second);
                }
            }
            takeReturned();
            if (!accepting_) listen(false);
        } catch (...) {
            kernelLog().error("a connection was lost while it waited: " + exceptionText());
        }
    }
    places_.clear();
    waiting_.clear();
    networks_.clear();
    count_ = 0;
}

void WaitingRoom::listen(bool flag) {
    if (flag == isListening_) return;
    isListening_ = flag;
    if (flag) return watch(poll_, listening_);
    unwatch(poll_, listening_);
}

void WaitingRoom::acceptAll() {
    while (accepting_) {
        Arrived arrived = door_.accept();
        // The listening socket stays readable then: it is looked at again with the next sweep.
        if (arrived.failed) return listen(false);
        if (!arrived.connection) return;
        makeRoom();
        const Waiting::iterator place = add(std::move(arrived.connection));
        if (!place->connection->isShakingHands()) look(place);
    }
}

void WaitingRoom::takeReturned() {
    std::vector<std::pair<std::unique_ptr<Connection>, Next>> returned;
    {
        const std::lock_guard lock(mutex_);
        returned.swap(returned_);
    }
    for (auto& [connection, next] : returned) {
        const Waiting::iterator place = add(std::move(connection));
        place->closes = next != Next::Request;
        if (next == Next::BadRequest) {
            refuse(place, kBadRequest);
        } else if (next == Next::Close && place->connection->unsent() == 0) {
            leave(place, {});
        } else if (!place->connection->isShakingHands()) {
            look(place);
        }
    }
}

WaitingRoom::Waiting::iterator WaitingRoom::add(std::unique_ptr<Connection> connection) {
    const int descriptor = connection->descriptor();
    watch(poll_, descriptor, connection->unsent() > 0 ? EPOLLOUT : EPOLLIN);
    assert(!places_.contains(descriptor));
    Network& network = networks_[connection->network()];
    const Waiting::iterator place = waiting_.insert(waiting_.end(), Guest{std::move(connection), &network});
    ++network.guests;
    countBytes(*place, 0);
    places_[descriptor] = place;
    count_ = waiting_.size();
    return place;
}

std::unique_ptr<Connection> WaitingRoom::remove(Waiting::iterator place) {
    std::unique_ptr<Connection> connection = std::move(place->connection);
    assert(bytes_ >= connection->size());
    unwatch(poll_, connection->descriptor());
    bytes_ -= connection->size();
    place->network->bytes -= connection->size();
    if (--place->network->guests == 0) networks_.erase(connection->network());
    places_.erase(connection->descriptor());
    waiting_.erase(place);
    count_ = waiting_.size();
    return connection;
}

void WaitingRoom::look(Waiting::iterator place) {
    Connection& connection = *place->connection;
    if (place->leaving) {
        if (!connection.discard()) remove(place);
        return;
    }
    if (connection.isShakingHands()) {
        door_.shake(remove(place));  // what comes back has no room, and is closed
        return;
    }
    if (connection.unsent() > 0 && !sendOn(place)) return;
    const std::size_t before = connection.size();
    const Connection::Arrival arrival = connection.receive();
    countBytes(*place, before);
    switch (arrival) {
        case Connection::Arrival::Waiting:
            return makeRoomForBytes();
        case Connection::Arrival::Request:
            if (auto back = door_.ready(remove(place))) refuse(add(std::move(back)), kUnavailable);
            return;
        case Connection::Arrival::Closed:
            remove(place);
            return;
        case Connection::Arrival::HeadTooLong:
            return refuse(place, kHeadTooLong);
        case Connection::Arrival::AddressTooLong:
            return refuse(place, kAddressTooLong);
        case Connection::Arrival::BadHead:
            return refuse(place, kBadRequest);
    }
}

// True when the whole answer is sent and the client may ask again.
bool WaitingRoom::sendOn(Waiting::iterator place) {
    Connection& connection = *place->connection;
    if (!connection.sendOn()) {
        remove(place);
        return false;
    }
    if (connection.unsent() > 0) return false;
    watch(poll_, connection.descriptor(), EPOLLIN, EPOLL_CTL_MOD);
    if (place->closes) leave(place, {});
    return !place->closes;
}

void WaitingRoom::refuse(Waiting::iterator place, int status) {
    leave(place, door_.refusal(status, *place->connection));
}

void WaitingRoom::leave(Waiting::iterator place, std::string_view lastWords) {
    place->leaving = true;
    place->leavingSince = SteadyClock::now();
    const std::size_t before = place->connection->size();
    place->connection->endSending(lastWords);
    countBytes(*place, before);
}

// `before` were the guest's bytes when they were counted last.
void WaitingRoom::countBytes(const Guest& guest, std::size_t before) {
    const std::size_t more = guest.connection->size() - before;  // may wrap, and wraps back in the sums
    bytes_ += more;
    guest.network->bytes += more;
}

// Of all networks.
std::size_t WaitingRoom::mostOf(std::size_t Network::*what) const {
    std::size_t most = 0;
    for (const auto& [name, network] : networks_) most = std::max(most, network.*what);
    return most;
}

void WaitingRoom::drop(Waiting::iterator place) {
    ++dropped_;
    remove(place);
}

void WaitingRoom::makeRoom() {
    if (waiting_.size() < options_.maxConnections) return;
    const auto first = [this, most = mostOf(&Network::guests)](bool mustBeIdle) {
        return std::find_if(waiting_.begin(), waiting_.end(), [=](const Guest& guest) {
            return guest.network->guests == most && (!mustBeIdle || guest.connection->isIdle());
        });
    };
    const auto idle = first(true);
    drop(idle != waiting_.end() ? idle : first(false));
}

void WaitingRoom::makeRoomForBytes() {
    while (bytes_ > options_.maxBytes) {
        const auto place =
            std::find_if(waiting_.begin(), waiting_.end(), [most = mostOf(&Network::bytes)](const Guest& guest) {
                return guest.network->bytes == most && guest.connection->size() > 0;
            });
        if (place->connection->unsent() > 0) {
            drop(place);  // a refusal would stand in the middle of its answer
        } else {
            refuse(place, kUnavailable);
        }
    }
}

bool WaitingRoom::addsUp() const {
    std::size_t bytes = 0;
    std::size_t guests = 0;
    std::size_t bytesOfNetworks = 0;
    for (const Guest& guest : waiting_) bytes += guest.connection->size();
    for (const auto& [name, network] : networks_) {
        guests += network.guests;
        bytesOfNetworks += network.bytes;
    }
    return bytes == bytes_ && bytes == bytesOfNetworks && guests == waiting_.size() &&
           places_.size() == waiting_.size() && count_ == waiting_.size();
}

void WaitingRoom::sweep() {
    assert(addsUp());
    if (accepting_) listen(true);
    const SteadyClock::time_point now = SteadyClock::now();
    for (auto next = waiting_.begin(); next != waiting_.end();) {
        const auto place = next++;
        const Connection& connection = *place->connection;
        if (place->leaving) {
            if (now - place->leavingSince > kLastWords) remove(place);
        } else if (connection.unsent() > 0) {
            if (now > connection.unsentUntil()) remove(place);
        } else if (connection.isShakingHands()) {
            if (now - connection.since() > options_.handshakeLimit) remove(place);
        } else if (connection.isIdle()) {
            if (now - connection.since() > options_.idleLimit) remove(place);
        } else if (now - connection.since() > options_.arrivalLimit) {
            if (connection.isSkipping()) {
                leave(place, {});  // it has its answer
            } else {
                refuse(place, kTimeout);
            }
        }
    }
}

}  // namespace inkwell::kernel
