#include "kernel/http/http_server.h"

#include "kernel/http/dispatcher.h"
#include "kernel/http/listener.h"

namespace inkwell::kernel {

namespace {

HttpListener::Options optionsOf(const Config::Http& http, const std::string& host, int port) {
    HttpListener::Options options;
    options.host = host;
    options.port = port;
    options.threads = http.threads;
    options.maxQueued = http.maxQueued;
    options.maxConnections = http.maxConnections;
    options.maxHeadBytes = http.maxHeadBytes;
    options.keepAliveSeconds = http.keepAliveSeconds;
    options.receiveTimeoutSeconds = http.receiveTimeoutSeconds;
    return options;
}

}  // namespace

struct HttpServer::Impl {
    Impl(const Config::Http& http, const CurrentSnapshot& snapshot, Ids& ids, const ServerInfo& server,
         ResponseCache& cache)
        : dispatcher(snapshot, ids, server, cache, http.maxBodyBytes),
          main(ListenerKind::Main, optionsOf(http, http.host, http.port)),
          upload(ListenerKind::Upload, optionsOf(http, http.uploadHost, http.uploadPort)) {}

    Dispatcher dispatcher;
    HttpListener main;
    HttpListener upload;
};

HttpServer::HttpServer(const Config::Http& options, const CurrentSnapshot& snapshot, Ids& ids, const ServerInfo& server,
                       ResponseCache& cache)
    : impl_(std::make_unique<Impl>(options, snapshot, ids, server, cache)) {}

HttpServer::~HttpServer() = default;

void HttpServer::bind() {
    impl_->main.bind();
    impl_->upload.bind();
}

int HttpServer::port() const { return impl_->main.port(); }
int HttpServer::uploadPort() const { return impl_->upload.port(); }

void HttpServer::start() {
    impl_->main.start(impl_->dispatcher);
    impl_->upload.start(impl_->dispatcher);
}

void HttpServer::setMaxBodyBytes(std::int64_t bytes) noexcept { impl_->dispatcher.setMaxBodyBytes(bytes); }

HttpServer::Numbers HttpServer::numbers() const {
    return {impl_->main.numbers(), impl_->upload.numbers(), impl_->dispatcher.running(), impl_->dispatcher.unrouted()};
}

void HttpServer::drain(std::chrono::milliseconds limit) noexcept {
    impl_->dispatcher.beginDrain();
    impl_->main.stopAccepting();
    impl_->upload.stopAccepting();
    impl_->dispatcher.waitUntilIdle(limit);
    impl_->main.closeConnections();
    impl_->upload.closeConnections();
}

}  // namespace inkwell::kernel
