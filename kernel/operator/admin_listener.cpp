#include "kernel/operator/admin_listener.h"

#include <Poco/Exception.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <Poco/Timestamp.h>

#include <sstream>
#include <stdexcept>
#include <utility>

#include "inkwell/json.h"
#include "kernel/http/one_shot_listener.h"
#include "kernel/runtime/exception_text.h"
#include "kernel/runtime/log.h"
#include "kernel/snapshot/query_string.h"

namespace inkwell::kernel {

namespace {

namespace net = Poco::Net;

constexpr int kThreads = 4;

AdminReply failure(int status, const std::string& message) {
    return {status, AdminReply{}.contentType, writeJson(JsonObject{{"status", status}, {"message", message}}) + "\n"};
}

std::string pathsOf(const AdminListener::Routes& routes) {
    std::string all;
    for (const auto& [path, answer] : routes) all += (all.empty() ? "" : ", ") + path;
    return all;
}

AdminReply replyTo(const net::HTTPRequest& request, const AdminListener::Routes& routes) {
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

std::string refusalText(int status) {
    switch (status) {
        case net::HTTPResponse::HTTP_REQUEST_TIMEOUT:
            return "the request did not arrive within " + std::to_string(OneShotListener::kTimeoutSeconds) + " seconds";
        case net::HTTPResponse::HTTP_SERVICE_UNAVAILABLE:
            return "too many requests wait for this listener; ask again";
        case net::HTTPResponse::HTTP_BAD_REQUEST:
            return "this is no request of HTTP";
        default:
            return "the head of the request is too large";
    }
}

std::string textOf(const AdminReply& reply, bool withBody) {
    const auto status = static_cast<net::HTTPResponse::HTTPStatus>(reply.status);
    net::HTTPResponse head(net::HTTPMessage::HTTP_1_1, status);
    head.setDate(Poco::Timestamp());
    head.setContentType(reply.contentType);
    head.set("Cache-Control", "no-store");
    head.set("X-Content-Type-Options", "nosniff");
    if (status == net::HTTPResponse::HTTP_METHOD_NOT_ALLOWED) head.set("Allow", "GET, HEAD");
    head.setKeepAlive(false);
    head.setContentLength64(static_cast<std::int64_t>(reply.body.size()));
    std::ostringstream text;
    head.write(text);
    if (withBody) text << reply.body;
    return text.str();
}

}  // namespace

struct AdminListener::Impl {
    std::string host;
    int port;
    Routes routes;
    OneShotListener listener{kThreads,
                             {[this](const net::HTTPRequest& request) {
                                  const bool withBody = request.getMethod() != net::HTTPRequest::HTTP_HEAD;
                                  return textOf(replyTo(request, routes), withBody);
                              },
                              [](int status) { return textOf(failure(status, refusalText(status)), true); }}};
};

AdminListener::AdminListener(std::string host, int port, Routes routes) : impl_(std::make_unique<Impl>()) {
    impl_->host = std::move(host);
    impl_->port = port;
    impl_->routes = std::move(routes);
}

AdminListener::~AdminListener() = default;

void AdminListener::bind() {
    try {
        impl_->listener.bind(impl_->host, impl_->port);
    } catch (const Poco::Exception& error) {
        throw std::runtime_error("cannot listen at " + impl_->host + ":" + std::to_string(impl_->port) +
                                 " (admin.host, admin.port): " + error.displayText());
    }
}

int AdminListener::port() const { return impl_->listener.port(); }

void AdminListener::start() { impl_->listener.start(); }

}  // namespace inkwell::kernel
