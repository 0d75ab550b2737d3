#include "kernel/http/http_server.h"

#include <stdexcept>

#include "kernel/http/dispatcher.h"
#include "kernel/http/front_door.h"
#include "kernel/http/listener.h"
#include "kernel/http/route_calls.h"
#include "kernel/http/tls_certificate.h"

namespace inkwell::kernel {

namespace {

HttpListener::Options optionsOf(const Config::Http& http, TlsCertificate* tls, const std::string& host, int port) {
    HttpListener::Options options;
    options.host = host;
    options.port = port;
    options.threads = http.threads;
    options.maxQueued = http.maxQueued;
    options.maxConnections = http.maxConnections;
    options.maxHeadBytes = http.maxHeadBytes;
    options.keepAliveSeconds = http.keepAliveSeconds;
    options.receiveTimeoutSeconds = http.receiveTimeoutSeconds;
    if (tls != nullptr) options.tls = [tls] { return tls->context(); };
    return options;
}

std::unique_ptr<TlsCertificate> certificateOf(const Config::Http& http) {
    if (http.tlsCertificate.empty() && http.tlsKey.empty()) return nullptr;
    if (http.tlsCertificate.empty() || http.tlsKey.empty()) {
        throw std::runtime_error("http.tls_certificate and http.tls_key belong together: one of them is empty");
    }
    return std::make_unique<TlsCertificate>(http.tlsCertificate, http.tlsKey);
}

void bindListener(HttpListener& listener, const char* keys) {
    try {
        listener.bind();
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(std::string(error.what()) + " (" + keys + ")");
    }
}

}  // namespace

struct HttpServer::Impl {
    Impl(const Config::Http& http, const Config::Limits& limits, const CurrentSnapshot& snapshot, Ids& ids,
         const ServerInfo& server, ResponseCache& cache)
        : door(http, limits),
          tls(certificateOf(http)),
          dispatcher(snapshot, ids, server, cache, door, http.maxBodyBytes),
          routes(snapshot, server, door, http.maxBodyBytes),
          main(ListenerKind::Main, optionsOf(http, tls.get(), http.host, http.port)),
          upload(ListenerKind::Upload, optionsOf(http, tls.get(), http.uploadHost, http.uploadPort)) {}

    FrontDoor door;
    std::unique_ptr<TlsCertificate> tls;
    Dispatcher dispatcher;
    RouteCalls routes;
    HttpListener main;
    HttpListener upload;
};

HttpServer::HttpServer(const Config::Http& options, const Config::Limits& limits, const CurrentSnapshot& snapshot,
                       Ids& ids, const ServerInfo& server, ResponseCache& cache)
    : impl_(std::make_unique<Impl>(options, limits, snapshot, ids, server, cache)) {}

HttpServer::~HttpServer() = default;

void HttpServer::bind() {
    bindListener(impl_->main, "http.host, http.port");
    bindListener(impl_->upload, "http.upload_host, http.upload_port");
}

int HttpServer::port() const { return impl_->main.port(); }
int HttpServer::uploadPort() const { return impl_->upload.port(); }

void HttpServer::keepAnswers(KeptAnswers& kept) noexcept { impl_->dispatcher.keepAnswers(kept); }

void HttpServer::start() {
    impl_->main.start(impl_->dispatcher);
    impl_->upload.start(impl_->dispatcher);
}

std::vector<std::string> HttpServer::underWay(const Snapshot& of) const { return impl_->dispatcher.underWay(&of); }

ServerRoutes& HttpServer::routes() noexcept { return impl_->routes; }

void HttpServer::setMaxBodyBytes(std::int64_t bytes) noexcept {
    impl_->dispatcher.setMaxBodyBytes(bytes);
    impl_->routes.setMaxBodyBytes(bytes);
}

void HttpServer::setLimits(const Config::Limits& limits) noexcept {
    impl_->door.perAddress.setRate(limits.addressRequestsPerSecond, limits.addressBurst);
    impl_->door.perKey.setRate(limits.keyRequestsPerSecond, limits.keyBurst);
}

std::function<void()> HttpServer::prepareCertificate() {
    return impl_->tls ? impl_->tls->prepareReload() : [] {};
}

HttpServer::Numbers HttpServer::numbers() const {
    return {impl_->main.numbers(),       impl_->upload.numbers(),        impl_->dispatcher.running(),
            impl_->door.answers.taken(), impl_->door.answers.maxBytes(), impl_->dispatcher.unrouted()};
}

std::vector<std::string> HttpServer::drain(std::chrono::milliseconds limit) noexcept {
    impl_->dispatcher.beginDrain();
    impl_->main.stopAccepting();
    impl_->upload.stopAccepting();
    impl_->dispatcher.waitUntilIdle(limit);
    std::vector<std::string> cut = impl_->dispatcher.underWay();
    impl_->main.closeConnections();
    impl_->upload.closeConnections();
    return cut;
}

}  // namespace inkwell::kernel
