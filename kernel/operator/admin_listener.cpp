#include "kernel/operator/admin_listener.h"

#include <Poco/Net/HTTPRequestHandler.h>
#include <Poco/Net/HTTPRequestHandlerFactory.h>
#include <Poco/Net/HTTPServer.h>
#include <Poco/Net/HTTPServerParams.h>
#include <Poco/Net/HTTPServerRequest.h>
#include <Poco/Net/HTTPServerResponse.h>
#include <Poco/Net/ServerSocket.h>
#include <Poco/Net/ServerSocketImpl.h>
#include <Poco/ThreadPool.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <stdexcept>

#include "inkwell/json.h"
#include "kernel/runtime/exception_text.h"
#include "kernel/runtime/log.h"
#include "kernel/snapshot/query_string.h"

namespace inkwell::kernel {

namespace {

namespace net = Poco::Net;

constexpr int kThreads = 4;
constexpr int kMaxQueued = 64;
constexpr int kTimeoutSeconds = 5;
constexpr int kThreadIdleSeconds = 60;

AdminReply failure(int status, const std::string& message) {
    return {status, AdminReply{}.contentType, writeJson(JsonObject{{"status", status}, {"message", message}}) + "\n"};
}

std::string pathsOf(const AdminListener::Routes& routes) {
    std::string all;
    for (const auto& [path, answer] : routes) all += (all.empty() ? "" : ", ") + path;
    return all;
}

AdminReply replyTo(const net::HTTPServerRequest& request, const AdminListener::Routes& routes) {
    const std::string& method = request.getMethod();
    if (method != net::HTTPRequest::HTTP_GET && method != net::HTTPRequest::HTTP_HEAD) {
        return failure(405, "this address answers to GET and HEAD only");
    }
    const auto found = routes.find(splitTarget(request.getURI()).first);
    if (found == routes.end()) return failure(404, "there is nothing here; there are: " + pathsOf(routes));
    try {
        return found->second();
    } catch (...) {
        kernelLog().error(found->first + ": " + exceptionText());
        return failure(500, "internal error; the log has the details");
    }
}

class Handler : public net::HTTPRequestHandler {
public:
    explicit Handler(const AdminListener::Routes& routes) : routes_(routes) {}

    void handleRequest(net::HTTPServerRequest& request, net::HTTPServerResponse& response) override {
        const AdminReply reply = replyTo(request, routes_);
        response.setStatusAndReason(static_cast<net::HTTPResponse::HTTPStatus>(reply.status));
        response.setContentType(reply.contentType);
        response.set("Cache-Control", "no-store");
        response.set("X-Content-Type-Options", "nosniff");
        if (reply.status == net::HTTPResponse::HTTP_METHOD_NOT_ALLOWED) response.set("Allow", "GET, HEAD");
        response.setKeepAlive(false);
        response.setContentLength64(static_cast<std::int64_t>(reply.body.size()));
        std::ostream& out = response.send();
        if (request.getMethod() != net::HTTPRequest::HTTP_HEAD) out << reply.body << std::flush;
    }

private:
    const AdminListener::Routes& routes_;
};

class HandlerFactory : public net::HTTPRequestHandlerFactory {
public:
    explicit HandlerFactory(const AdminListener::Routes& routes) : routes_(routes) {}
    net::HTTPRequestHandler* createRequestHandler(const net::HTTPServerRequest&) override {
        return new Handler(routes_);
    }

private:
    const AdminListener::Routes& routes_;
};

// Without it somebody who never reads takes a thread for ever.
class SendTimeout : public net::TCPServerConnectionFilter {
public:
    bool accept(const net::StreamSocket& socket) override {
        net::StreamSocket(socket).setSendTimeout(Poco::Timespan(kTimeoutSeconds, 0));
        return true;
    }
};

/// A listening socket whose waits can be ended: Poco's server looks only four times a second whether it is to stop.
class Wakeable : public net::ServerSocketImpl {
public:
    Wakeable() : signal_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
        if (signal_ < 0) throw std::runtime_error("no descriptor is left for the admin listener");
    }
    /// Every wait ends at once from now on. Any thread.
    void wake() noexcept {
        const std::uint64_t one = 1;
        [[maybe_unused]] const ssize_t written = ::write(signal_, &one, sizeof one);
    }
    bool poll(const Poco::Timespan& timeout, int mode) override {
        if (mode != SELECT_READ) return ServerSocketImpl::poll(timeout, mode);
        std::array<pollfd, 2> waited{{{sockfd(), POLLIN, 0}, {signal_, POLLIN, 0}}};
        ::poll(waited.data(), waited.size(), static_cast<int>(timeout.totalMilliseconds()));
        return waited[0].revents != 0;
    }

protected:
    ~Wakeable() override { ::close(signal_); }

private:
    const int signal_;
};

class WakeableSocket : public net::ServerSocket {
public:
    WakeableSocket() : ServerSocket(new Wakeable, true) {}
    void wake() noexcept { static_cast<Wakeable*>(impl())->wake(); }
};

}  // namespace

struct AdminListener::Impl {
    std::string host;
    int port;
    Routes routes;
    WakeableSocket socket;
    Poco::ThreadPool threads{1, kThreads, kThreadIdleSeconds};
    std::unique_ptr<net::HTTPServer> server;
};

AdminListener::AdminListener(std::string host, int port, Routes routes) : impl_(std::make_unique<Impl>()) {
    impl_->host = std::move(host);
    impl_->port = port;
    impl_->routes = std::move(routes);
}

AdminListener::~AdminListener() {
    impl_->socket.wake();
    if (impl_->server) impl_->server->stopAll(true);
    impl_->threads.joinAll();
}

void AdminListener::bind() {
    try {
        const net::SocketAddress address(impl_->host, static_cast<Poco::UInt16>(impl_->port));
        // As of the other listeners: never SO_REUSEPORT.
        impl_->socket.bind(address, true, false);
        impl_->socket.listen();
    } catch (const Poco::Exception& error) {
        throw std::runtime_error("cannot listen at " + impl_->host + ":" + std::to_string(impl_->port) +
                                 " (admin.host, admin.port): " + error.displayText());
    }
}

int AdminListener::port() const { return impl_->socket.address().port(); }

void AdminListener::start() {
    net::HTTPServerParams::Ptr params = new net::HTTPServerParams;
    params->setMaxThreads(kThreads);
    params->setMaxQueued(kMaxQueued);
    params->setTimeout(Poco::Timespan(kTimeoutSeconds, 0));
    params->setKeepAlive(false);
    impl_->server =
        std::make_unique<net::HTTPServer>(new HandlerFactory(impl_->routes), impl_->threads, impl_->socket, params);
    impl_->server->setConnectionFilter(new SendTimeout);
    impl_->server->start();
}

}  // namespace inkwell::kernel
