#include "kernel/http/listener.h"

#include <Poco/Buffer.h>
#include <Poco/Net/HTTPServerParams.h>
#include <Poco/Net/HTTPServerResponseImpl.h>
#include <Poco/Net/HTTPServerSession.h>
#include <Poco/Net/NetException.h>
#include <Poco/Net/ServerSocket.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <stdexcept>
#include <unordered_set>

#include "kernel/http/request_head.h"
#include "kernel/http/wire/connection.h"
#include "kernel/http/wire/entrance.h"
#include "kernel/http/wire/waiting_room.h"
#include "kernel/http/wire/worker_pool.h"
#include "kernel/runtime/exception_text.h"
#include "kernel/runtime/log.h"

namespace inkwell::kernel {

namespace {

namespace net = Poco::Net;

constexpr int kListenBacklog = 1024;
constexpr int kHandshakesAtOnce = 2;

WaitingRoom::Options roomOptions(const HttpListener::Options& options) {
    WaitingRoom::Options room;
    room.maxConnections = static_cast<std::size_t>(options.maxConnections);
    room.idleLimit = std::chrono::seconds(options.keepAliveSeconds);
    room.arrivalLimit = std::chrono::seconds(options.receiveTimeoutSeconds);
    room.handshakeLimit = std::min<std::chrono::milliseconds>(room.handshakeLimit, room.arrivalLimit);
    return room;
}

Entrance::Options entranceOptions(const HttpListener::Options& options) {
    return {options.tls, std::chrono::seconds(options.receiveTimeoutSeconds),
            static_cast<std::size_t>(options.maxHeadBytes)};
}

net::HTTPServerParams::Ptr paramsOf(const HttpListener::Options& options) {
    net::HTTPServerParams::Ptr params = new net::HTTPServerParams;
    params->setTimeout(Poco::Timespan(options.receiveTimeoutSeconds, 0));
    params->setKeepAlive(options.keepAliveSeconds > 0);
    params->setMaxKeepAliveRequests(0);
    return params;
}

// Tells how many bytes it has received that nobody has read yet.
class Session : public net::HTTPServerSession {
public:
    using HTTPServerSession::buffered;
    using HTTPServerSession::HTTPServerSession;
};

// `port` is what the text names, `bound` what is taken.
void bindSocket(net::ServerSocket& socket, const std::string& host, int port, int bound) {
    const std::string name = host.empty() ? "0.0.0.0" : host;
    try {
        const net::SocketAddress address(name, static_cast<Poco::UInt16>(bound));
        // The two-argument bind() also sets SO_REUSEPORT, and a second server would take half of the connections.
        socket.bind(address, true, false);
    } catch (const Poco::Exception& error) {
        throw std::runtime_error("cannot listen at " + name + ":" + std::to_string(port) + ": " + error.displayText());
    }
}

// Takes back what the session read beyond its request.
void endRequest(Session& session, Connection& connection, std::int64_t toSkip) {
    Poco::Buffer<char> unread(0);
    session.drainBuffer(unread);
    connection.endRequest({unread.begin(), unread.size()}, toSkip);
}

}  // namespace

struct HttpListener::Impl {
    Impl(ListenerKind givenKind, Options givenOptions)
        : kind(givenKind), options(std::move(givenOptions)), params(paramsOf(options)) {}

    void answer(std::unique_ptr<Connection> connection) noexcept;
    WaitingRoom::Next answerOne(Session& session, Connection& connection);
    bool awaitNext(Connection& connection);

    const ListenerKind kind;
    const Options options;
    net::HTTPServerParams::Ptr params;
    net::ServerSocket socket;
    Entrance entrance{socket, entranceOptions(options)};
    Dispatcher* dispatcher = nullptr;

    std::atomic<std::int64_t> refused{0};

    mutable std::mutex mutex;
    std::unordered_set<Connection*> served;  // by a worker at this moment; guarded by mutex
    bool closing = false;                    // guarded by mutex

    // The room hands on to the workers, and they give back: all end before any is destroyed (~HttpListener).
    std::unique_ptr<WaitingRoom> room;
    std::unique_ptr<WorkerPool> workers;
    std::unique_ptr<WorkerPool> handshakes;  // with TLS: a flood of them holds up neither the room nor the workers
};

void HttpListener::Impl::answer(std::unique_ptr<Connection> connection) noexcept {
    {
        const std::lock_guard lock(mutex);
        if (closing) return;
        served.insert(connection.get());
    }
    std::optional<WaitingRoom::Next> next;
    try {
        Session session(connection->socket(), params);
        do {
            next = answerOne(session, *connection);
        } while (next == WaitingRoom::Next::Request && awaitNext(*connection));
        session.detachSocket();  // the session would close it
    } catch (...) {
        kernelLog().error("a connection was lost: " + exceptionText());
        next.reset();
    }
    {
        const std::lock_guard lock(mutex);
        served.erase(connection.get());
    }
    if (next) room->put(std::move(connection), *next);
}

WaitingRoom::Next HttpListener::Impl::answerOne(Session& session, Connection& connection) {
    const auto running = dispatcher->begin();
    connection.beginRequest(running);
    bool keep = false;
    std::int64_t toSkip = 0;
    try {
        net::HTTPServerResponseImpl response(session);
        net::HTTPServerRequestImpl request(response, session, params.get());
        if (!connection.isBehindHead(static_cast<std::size_t>(session.buffered()))) {
            throw net::MessageException("the parser takes another head for the request's");
        }
        if (!connection.longAddress().empty()) request.setURI(connection.longAddress());
        if (!connection.encodedHead().empty()) restoreValues(connection.encodedHead(), request);
        response.setDate(Poco::Timestamp());
        response.setVersion(net::HTTPMessage::HTTP_1_1);
        response.setKeepAlive(params->getKeepAlive() && keepsConnection(request));
        toSkip = dispatcher->serve(request, response, kind, connection.behindHead(), *running);
        keep = response.getKeepAlive();
    } catch (const Poco::Exception&) {  // of the head: a length that is no number is no NetException
        endRequest(session, connection, 0);
        return WaitingRoom::Next::BadRequest;
    }
    endRequest(session, connection, toSkip);
    return keep ? WaitingRoom::Next::Request : WaitingRoom::Next::Close;
}

// False when the connection is better off in the waiting room.
bool HttpListener::Impl::awaitNext(Connection& connection) {
    if (connection.unsent() > 0) return false;
    Connection::Arrival arrival = connection.receive();
    // Whoever asks often is spared the way through the waiting room.
    const Poco::Timespan soon(std::chrono::microseconds(Connection::kOften).count());
    if (arrival == Connection::Arrival::Waiting && connection.isIdle() && connection.asksOften() &&
        workers->hasLeisure() && connection.socket().poll(soon, net::Socket::SELECT_READ)) {
        arrival = connection.receive();
    }
    return arrival == Connection::Arrival::Request && workers->queued() == 0;
}

void checkListening(const std::string& host, int port, bool isOwn) {
    net::ServerSocket socket;
    bindSocket(socket, host, port, isOwn ? 0 : port);
}

HttpListener::HttpListener(ListenerKind kind, Options options)
    : impl_(std::make_unique<Impl>(kind, std::move(options))) {}

HttpListener::~HttpListener() {
    stopAccepting();
    closeConnections();
    if (impl_->room) impl_->room->close();
    if (impl_->workers) impl_->workers->end();
    if (impl_->handshakes) impl_->handshakes->end();
}

void HttpListener::bind() {
    bindSocket(impl_->socket, impl_->options.host, impl_->options.port, impl_->options.port);
    impl_->socket.listen(kListenBacklog);
    impl_->socket.setBlocking(false);
}

int HttpListener::port() const { return impl_->socket.address().port(); }

void HttpListener::start(Dispatcher& dispatcher) {
    Impl& s = *impl_;
    s.dispatcher = &dispatcher;
    s.workers =
        std::make_unique<WorkerPool>(s.options.threads, static_cast<std::size_t>(s.options.maxQueued),
                                     [&s](std::unique_ptr<Connection> connection) { s.answer(std::move(connection)); });
    if (s.options.tls) {
        s.handshakes =
            std::make_unique<WorkerPool>(kHandshakesAtOnce, static_cast<std::size_t>(s.options.maxQueued),
                                         [&s](std::unique_ptr<Connection> connection) {
                                             if (connection->shakeHands())
                                                 s.room->put(std::move(connection), WaitingRoom::Next::Request);
                                         });
    }
    WaitingRoom::Door door;
    door.accept = [&s] { return s.entrance.accept(); };
    door.ready = [&s](std::unique_ptr<Connection> connection) {
        std::unique_ptr<Connection> back = s.workers->offer(std::move(connection));
        if (back) ++s.refused;
        return back;
    };
    door.shake = [&s](std::unique_ptr<Connection> connection) { return s.handshakes->offer(std::move(connection)); };
    door.refusal = [&dispatcher](int status, const Connection& connection) {
        return dispatcher.refusal({status, connection.client(), connection.received()});
    };
    s.room = std::make_unique<WaitingRoom>(roomOptions(s.options), std::move(door));
    s.room->open(s.socket.impl()->sockfd());
}

void HttpListener::stopAccepting() noexcept {
    if (!impl_->room) return;
    impl_->room->stopAccepting();
    // Clients are turned away at once instead of waiting in the system's queue.
    ::shutdown(impl_->socket.impl()->sockfd(), SHUT_RDWR);
}

void HttpListener::closeConnections() noexcept {
    const std::lock_guard lock(impl_->mutex);
    impl_->closing = true;
    for (Connection* const connection : impl_->served) connection->shutdown();
    if (impl_->room) impl_->room->close();
}

HttpListener::Numbers HttpListener::numbers() const {
    const Impl& s = *impl_;
    Numbers numbers;
    {
        const std::lock_guard lock(s.mutex);
        numbers.served = static_cast<int>(s.served.size());
    }
    numbers.queued = static_cast<int>(s.workers->queued());
    numbers.open = numbers.served + numbers.queued + static_cast<int>(s.room->waiting());
    numbers.threads = s.workers->threads();
    numbers.accepted = s.entrance.accepted();
    numbers.dropped = s.room->dropped();
    numbers.refused = s.refused;
    return numbers;
}

}  // namespace inkwell::kernel
