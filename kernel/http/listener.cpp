#include "kernel/http/listener.h"

#include <Poco/Net/HTTPRequestHandler.h>
#include <Poco/Net/HTTPRequestHandlerFactory.h>
#include <Poco/Net/HTTPServer.h>
#include <Poco/Net/HTTPServerParams.h>
#include <Poco/Net/ServerSocket.h>
#include <Poco/ThreadPool.h>

#include <algorithm>
#include <stdexcept>

namespace inkwell::kernel {

namespace {

namespace net = Poco::Net;

// Rendering follows nested documents; memory that a thread never touched costs nothing.
constexpr int kStackBytes = 2 * 1024 * 1024;
constexpr int kThreadIdleSeconds = 60;
constexpr int kListenBacklog = 1024;
constexpr int kMaxQueued = 4096;

class RequestHandler : public net::HTTPRequestHandler {
public:
    RequestHandler(Dispatcher& dispatcher, ListenerKind kind, const net::HTTPServer& server)
        : dispatcher_(dispatcher), kind_(kind), server_(server) {}

    void handleRequest(net::HTTPServerRequest& request, net::HTTPServerResponse& response) override {
        response.setStatus(net::HTTPResponse::HTTP_OK);
        const bool hurry = server_.queuedConnections() > 0;
        dispatcher_.serve(static_cast<net::HTTPServerRequestImpl&>(request), response, kind_, hurry);
    }

private:
    Dispatcher& dispatcher_;
    ListenerKind kind_;
    const net::HTTPServer& server_;
};

class RequestHandlerFactory : public net::HTTPRequestHandlerFactory {
public:
    RequestHandlerFactory(Dispatcher& dispatcher, ListenerKind kind, const std::unique_ptr<net::HTTPServer>& server)
        : dispatcher_(dispatcher), kind_(kind), server_(server) {}

    net::HTTPRequestHandler* createRequestHandler(const net::HTTPServerRequest& request) override {
        // Poco sends "100 Continue" before the handler runs unless the status is another than 200; the body reader
        // sends it once the gate is passed.
        if (request.getExpectContinue()) request.response().setStatus(net::HTTPResponse::HTTP_CONTINUE);
        return new RequestHandler(dispatcher_, kind_, *server_);
    }

private:
    Dispatcher& dispatcher_;
    ListenerKind kind_;
    const std::unique_ptr<net::HTTPServer>& server_;
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
    Impl(ListenerKind listenerKind, Options listenerOptions)
        : kind(listenerKind),
          options(std::move(listenerOptions)),
          threads(1, std::max(options.maxConnections, 1), kThreadIdleSeconds, kStackBytes) {}

    net::HTTPServerParams::Ptr params() const {
        net::HTTPServerParams::Ptr params = new net::HTTPServerParams;
        params->setMaxThreads(std::max(options.maxConnections, 1));
        params->setMaxQueued(kMaxQueued);
        params->setTimeout(Poco::Timespan(options.receiveTimeoutSeconds, 0));
        params->setKeepAlive(options.keepAliveSeconds > 0);
        params->setKeepAliveTimeout(Poco::Timespan(options.keepAliveSeconds, 0));
        params->setMaxKeepAliveRequests(0);
        return params;
    }

    ListenerKind kind;
    Options options;
    net::ServerSocket socket;
    Poco::ThreadPool threads;
    std::unique_ptr<net::HTTPServer> server;
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
    Impl& s = *impl_;
    net::HTTPRequestHandlerFactory::Ptr factory = new RequestHandlerFactory(dispatcher, s.kind, s.server);
    s.server = std::make_unique<net::HTTPServer>(factory, s.threads, s.socket, s.params());
    s.server->setConnectionFilter(new SendTimeout(Poco::Timespan(s.options.receiveTimeoutSeconds, 0)));
    s.server->start();
}

void HttpListener::stopAccepting() noexcept {
    try {
        if (impl_->server) impl_->server->stop();
        impl_->socket.close();
    } catch (const Poco::Exception&) {  // a socket that cannot be closed is closed
    }
}

void HttpListener::closeConnections() noexcept {
    try {
        if (impl_->server) impl_->server->stopAll(true);
    } catch (const Poco::Exception&) {  // likewise for connections
    }
}

}  // namespace inkwell::kernel
