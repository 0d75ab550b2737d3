#include "kernel/http/listener.h"

#include <Poco/Net/HTTPRequestHandler.h>
#include <Poco/Net/HTTPRequestHandlerFactory.h>
#include <Poco/Net/HTTPServer.h>
#include <Poco/Net/HTTPServerParams.h>
#include <Poco/Net/ServerSocket.h>
#include <Poco/Net/ServerSocketImpl.h>
#include <Poco/Net/StreamSocketImpl.h>
#include <Poco/ThreadPool.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>

namespace inkwell::kernel {

namespace {

namespace net = Poco::Net;

// Rendering follows nested documents; memory that a thread never touched costs nothing.
constexpr int kStackBytes = 2 * 1024 * 1024;
constexpr int kThreadIdleSeconds = 60;
constexpr int kListenBacklog = 1024;
constexpr int kMaxQueued = 4096;

int threadsFor(int maxConnections) { return maxConnections + std::max(maxConnections / 4, 1); }

// What the handlers of one listener share.
struct Service {
    ListenerKind kind;
    int maxConnections;
    Dispatcher* dispatcher = nullptr;
    std::unique_ptr<net::HTTPServer> server;
};

class RequestHandler : public net::HTTPRequestHandler {
public:
    explicit RequestHandler(const Service& service) : service_(service) {}

    void handleRequest(net::HTTPServerRequest& request, net::HTTPServerResponse& response) override {
        response.setStatus(net::HTTPResponse::HTTP_OK);
        response.setVersion(net::HTTPMessage::HTTP_1_1);
        const bool hurry = service_.server->currentConnections() > service_.maxConnections;
        service_.dispatcher->serve(static_cast<net::HTTPServerRequestImpl&>(request), response, service_.kind, hurry);
    }

private:
    const Service& service_;
};

class RequestHandlerFactory : public net::HTTPRequestHandlerFactory {
public:
    explicit RequestHandlerFactory(const Service& service) : service_(service) {}

    net::HTTPRequestHandler* createRequestHandler(const net::HTTPServerRequest& request) override {
        // Poco sends "100 Continue" before the handler runs unless the status is another than 200; the body reader
        // sends it once the gate is passed.
        if (request.getExpectContinue()) request.response().setStatus(net::HTTPResponse::HTTP_CONTINUE);
        return new RequestHandler(service_);
    }

private:
    const Service& service_;
};

// Poco waits for every request with an epoll descriptor of its own: four system calls where one will do.
class PolledConnection : public net::StreamSocketImpl {
public:
    explicit PolledConnection(poco_socket_t descriptor) : StreamSocketImpl(descriptor) {}

    bool poll(const Poco::Timespan& timeout, int mode) override {
        pollfd waiting{sockfd(), 0, 0};
        if (mode & SELECT_READ) waiting.events |= POLLIN;
        if (mode & SELECT_WRITE) waiting.events |= POLLOUT;
        const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(timeout.totalMicroseconds());
        while (true) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
            const int ready = ::poll(&waiting, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
            if (ready >= 0) return ready > 0;
            if (errno != EINTR) error();
        }
    }
};

class ListeningSocketImpl : public net::ServerSocketImpl {
public:
    net::SocketImpl* acceptConnection(net::SocketAddress& client) override {
        sockaddr_storage address{};
        socklen_t length = sizeof address;
        auto* const plain = reinterpret_cast<sockaddr*>(&address);
        int descriptor = -1;
        do {
            descriptor = ::accept4(sockfd(), plain, &length, SOCK_CLOEXEC);
        } while (descriptor < 0 && errno == EINTR);
        if (descriptor < 0) error();
        client = net::SocketAddress(plain, length);
        return new PolledConnection(descriptor);
    }
};

class ListeningSocket : public net::ServerSocket {
public:
    ListeningSocket() : ServerSocket(new ListeningSocketImpl, true) {}
};

// Without it a client that never reads its answer keeps its thread for ever.
class SendTimeout : public net::TCPServerConnectionFilter {
public:
    explicit SendTimeout(Poco::Timespan timeout) : timeout_(timeout) {}
    bool accept(const net::StreamSocket& socket) override {
        net::StreamSocket(socket).setSendTimeout(timeout_);
        return true;
    }

private:
    Poco::Timespan timeout_;
};

}  // namespace

struct HttpListener::Impl {
    Impl(ListenerKind kind, Options listenerOptions)
        : options(std::move(listenerOptions)),
          service{kind, options.maxConnections, nullptr, nullptr},
          threads(1, threadsFor(options.maxConnections), kThreadIdleSeconds, kStackBytes) {}

    net::HTTPServerParams::Ptr params() const {
        net::HTTPServerParams::Ptr params = new net::HTTPServerParams;
        params->setMaxThreads(threadsFor(options.maxConnections));
        params->setMaxQueued(kMaxQueued);
        params->setTimeout(Poco::Timespan(options.receiveTimeoutSeconds, 0));
        params->setKeepAlive(options.keepAliveSeconds > 0);
        params->setKeepAliveTimeout(Poco::Timespan(options.keepAliveSeconds, 0));
        params->setMaxKeepAliveRequests(0);
        return params;
    }

    Options options;
    Service service;
    ListeningSocket socket;
    Poco::ThreadPool threads;
};

HttpListener::HttpListener(ListenerKind kind, Options options)
    : impl_(std::make_unique<Impl>(kind, std::move(options))) {}

HttpListener::~HttpListener() {
    stopAccepting();
    closeConnections();
    // A handler that still runs uses the server; Poco's destructor alone would not wait for it.
    impl_->threads.joinAll();
}

void HttpListener::bind() {
    const std::string host = impl_->options.host.empty() ? "0.0.0.0" : impl_->options.host;
    const std::string where = host + ":" + std::to_string(impl_->options.port);
    try {
        const net::SocketAddress address(host, static_cast<Poco::UInt16>(impl_->options.port));
        // The two-argument bind() also sets SO_REUSEPORT, and a second server would take half of the connections.
        impl_->socket.bind(address, true, false);
        impl_->socket.listen(kListenBacklog);
    } catch (const Poco::Exception& error) {
        throw std::runtime_error("cannot listen at " + where + ": " + error.displayText());
    }
}

int HttpListener::port() const { return impl_->socket.address().port(); }

void HttpListener::start(Dispatcher& dispatcher) {
    Service& service = impl_->service;
    service.dispatcher = &dispatcher;
    service.server = std::make_unique<net::HTTPServer>(new RequestHandlerFactory(service), impl_->threads,
                                                       impl_->socket, impl_->params());
    const Poco::Timespan timeout(impl_->options.receiveTimeoutSeconds, 0);
    service.server->setConnectionFilter(new SendTimeout(timeout));
    service.server->start();
}

HttpListener::Numbers HttpListener::numbers() const {
    const net::HTTPServer& server = *impl_->service.server;
    return {server.currentConnections(), server.queuedConnections(), server.totalConnections(),
            server.refusedConnections()};
}

void HttpListener::stopAccepting() noexcept {
    try {
        if (impl_->service.server) impl_->service.server->stop();
        impl_->socket.close();
    } catch (const Poco::Exception&) {  // a socket that cannot be closed is closed
    }
}

void HttpListener::closeConnections() noexcept {
    try {
        if (impl_->service.server) impl_->service.server->stopAll(true);
    } catch (const Poco::Exception&) {  // likewise for connections
    }
}

}  // namespace inkwell::kernel
