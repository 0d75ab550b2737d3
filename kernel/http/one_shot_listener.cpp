#include "kernel/http/one_shot_listener.h"

#include <Poco/Exception.h>
#include <Poco/Net/ServerSocket.h>

#include <chrono>
#include <sstream>
#include <utility>

#include "kernel/http/wire/connection_socket.h"
#include "kernel/http/wire/entrance.h"
#include "kernel/http/wire/waiting_room.h"
#include "kernel/http/wire/worker_pool.h"
#include "kernel/runtime/exception_text.h"
#include "kernel/runtime/log.h"

namespace inkwell::kernel {

namespace net = Poco::Net;

namespace {

constexpr std::size_t kMaxQueued = 64;
constexpr std::size_t kMaxConnections = 256;
constexpr std::size_t kMaxHeadBytes = 16 * 1024;
constexpr std::chrono::seconds kTimeout{OneShotListener::kTimeoutSeconds};

}  // namespace

struct OneShotListener::Impl {
    void serve(std::unique_ptr<Connection> connection) noexcept;
    WaitingRoom::Next serveOne(Connection& connection) const;

    int threads;
    Answers answers;
    net::ServerSocket socket;
    Entrance entrance{socket, {nullptr, kTimeout, kMaxHeadBytes}};
    // The room hands on to the workers, and they give back: both end before either is destroyed (~OneShotListener).
    std::unique_ptr<WaitingRoom> room;
    std::unique_ptr<WorkerPool> workers;
};

void OneShotListener::Impl::serve(std::unique_ptr<Connection> connection) noexcept {
    try {
        const WaitingRoom::Next next = serveOne(*connection);
        room->put(std::move(connection), next);
    } catch (const Poco::Exception&) {  // nobody is there to be told
    } catch (...) {
        kernelLog().error("a connection was lost: " + exceptionText());
    }
}

WaitingRoom::Next OneShotListener::Impl::serveOne(Connection& connection) const {
    net::HTTPRequest request;
    try {
        std::istringstream head{std::string(connection.received())};
        request.read(head);
    } catch (const Poco::Exception&) {
        return WaitingRoom::Next::BadRequest;
    }
    sendLast(connection.socket(), answers.answer(request));
    return WaitingRoom::Next::Close;
}

OneShotListener::OneShotListener(int threads, Answers answers) : impl_(std::make_unique<Impl>()) {
    impl_->threads = threads;
    impl_->answers = std::move(answers);
}

OneShotListener::~OneShotListener() {
    if (impl_->room) impl_->room->close();
    if (impl_->workers) impl_->workers->end();
}

void OneShotListener::bind(const std::string& host, int port) {
    // As of HttpListener: never SO_REUSEPORT.
    impl_->socket.bind(net::SocketAddress(host, static_cast<Poco::UInt16>(port)), true, false);
    impl_->socket.listen();
    impl_->socket.setBlocking(false);
}

int OneShotListener::port() const { return impl_->socket.address().port(); }

void OneShotListener::start() {
    Impl& s = *impl_;
    s.workers = std::make_unique<WorkerPool>(
        s.threads, kMaxQueued, [&s](std::unique_ptr<Connection> connection) { s.serve(std::move(connection)); });
    WaitingRoom::Options options;
    options.maxConnections = kMaxConnections;
    options.idleLimit = kTimeout;
    options.arrivalLimit = kTimeout;
    WaitingRoom::Door door;
    door.accept = [&s] { return s.entrance.accept(); };
    door.ready = [&s](std::unique_ptr<Connection> connection) { return s.workers->offer(std::move(connection)); };
    door.refusal = [&s](int status, const Connection&) { return s.answers.refusal(status); };
    s.room = std::make_unique<WaitingRoom>(options, std::move(door));
    s.room->open(s.socket.impl()->sockfd());
}

}  // namespace inkwell::kernel
