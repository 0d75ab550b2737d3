#include "tests/support/http_receiver.h"

#include <Poco/Exception.h>
#include <Poco/Net/HTTPRequestHandler.h>
#include <Poco/Net/HTTPRequestHandlerFactory.h>
#include <Poco/Net/HTTPServer.h>
#include <Poco/Net/HTTPServerRequestImpl.h>
#include <Poco/Net/HTTPServerResponse.h>
#include <Poco/StreamCopier.h>
#include <Poco/ThreadPool.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "inkwell/text.h"

namespace inkwell::test {

namespace {

constexpr int kThreads = 64;

}  // namespace

JsonObject HttpReceiver::Received::json() const { return parseStoredJson(body).as_object(); }

std::string HttpReceiver::Received::header(const std::string& lowerName) const {
    const auto found = headers.find(lowerName);
    return found == headers.end() ? "" : found->second;
}

struct HttpReceiver::Impl {
    class Handler : public Poco::Net::HTTPRequestHandler {
    public:
        explicit Handler(Impl& impl) : impl_(impl) {}
        void handleRequest(Poco::Net::HTTPServerRequest& request, Poco::Net::HTTPServerResponse& response) override {
            impl_.handle(request, response);
        }

    private:
        Impl& impl_;
    };
    class Factory : public Poco::Net::HTTPRequestHandlerFactory {
    public:
        explicit Factory(Impl& impl) : impl_(impl) {}
        Poco::Net::HTTPRequestHandler* createRequestHandler(const Poco::Net::HTTPServerRequest&) override {
            return new Handler(impl_);
        }

    private:
        Impl& impl_;
    };

    Impl(int port, Script given)
        : script(std::move(given)),
          socket(Poco::Net::SocketAddress("127.0.0.1", static_cast<Poco::UInt16>(port))),
          threads(2, kThreads),
          server(new Factory(*this), threads, socket, parameters()) {
        server.start();
    }
    ~Impl() {
        {
            const std::lock_guard lock(mutex);
            ending = true;
            changed.notify_all();
        }
        server.stopAll(true);
        threads.joinAll();
    }

    static Poco::Net::HTTPServerParams::Ptr parameters() {
        Poco::Net::HTTPServerParams::Ptr made = new Poco::Net::HTTPServerParams;
        made->setMaxThreads(kThreads);
        made->setMaxQueued(1000);
        made->setKeepAlive(false);
        return made;
    }

    void handle(Poco::Net::HTTPServerRequest& request, Poco::Net::HTTPServerResponse& response);
    void give(const Answer& answer, Poco::Net::HTTPServerRequest& request, Poco::Net::HTTPServerResponse& response);
    void waitForEnd(std::chrono::milliseconds atMost) {
        std::unique_lock lock(mutex);
        changed.wait_for(lock, atMost, [this] { return ending; });
    }

    mutable std::mutex mutex;
    mutable std::condition_variable changed;
    Script script;
    std::vector<Received> received;
    int underWay = 0;
    int most = 0;
    bool ending = false;
    Poco::Net::ServerSocket socket;
    Poco::ThreadPool threads;
    Poco::Net::HTTPServer server;
};

void HttpReceiver::Impl::handle(Poco::Net::HTTPServerRequest& request, Poco::Net::HTTPServerResponse& response) {
    Received one;
    one.method = request.getMethod();
    one.path = request.getURI();
    for (const auto& [name, value] : request) one.headers[asciiLower(name)] = value;
    {
        const std::lock_guard lock(mutex);
        most = std::max(most, ++underWay);
    }
    try {
        Poco::StreamCopier::copyToString(request.stream(), one.body);
        Script asked;
        int number = 0;
        {
            const std::lock_guard lock(mutex);
            received.push_back(one);
            number = static_cast<int>(received.size());
            asked = script;
            changed.notify_all();
        }
        const Answer answer = asked(one, number);
        if (answer.delay.count() > 0) waitForEnd(answer.delay);
        if (answer.never) waitForEnd(std::chrono::hours(1));
        {
            // Before the answer: with it the sender may come again.
            const std::lock_guard lock(mutex);
            --underWay;
        }
        give(answer, request, response);
    } catch (const Poco::Exception&) {
        // The sender has gone.
    }
}

void HttpReceiver::Impl::give(const Answer& answer, Poco::Net::HTTPServerRequest& request,
                              Poco::Net::HTTPServerResponse& response) {
    if (answer.closes || answer.never) {
        static_cast<Poco::Net::HTTPServerRequestImpl&>(request).detachSocket().close();
        return;
    }
    response.setStatus(static_cast<Poco::Net::HTTPResponse::HTTPStatus>(answer.status));
    for (const auto& [name, value] : answer.headers) response.set(name, value);
    if (!answer.endless) {
        response.setContentLength(2);
        response.send() << "ok";
        return;
    }
    response.setChunkedTransferEncoding(true);
    std::ostream& body = response.send();
    for (;;) {
        body << "more" << std::flush;
        if (!body) return;
        std::unique_lock lock(mutex);
        if (changed.wait_for(lock, std::chrono::milliseconds(20), [this] { return ending; })) return;
    }
}

HttpReceiver::HttpReceiver() : HttpReceiver(Answer()) {}
HttpReceiver::HttpReceiver(Answer answer) : HttpReceiver([answer](const Received&, int) { return answer; }) {}
HttpReceiver::HttpReceiver(Script script) : HttpReceiver(0, std::move(script)) {}
HttpReceiver::HttpReceiver(int port, Script script) : impl_(std::make_unique<Impl>(port, std::move(script))) {}
HttpReceiver::~HttpReceiver() = default;

int HttpReceiver::port() const { return impl_->socket.address().port(); }

std::string HttpReceiver::url(const std::string& path) const {
    return "http://127.0.0.1:" + std::to_string(port()) + path;
}

void HttpReceiver::answerWith(Answer answer) {
    const std::lock_guard lock(impl_->mutex);
    impl_->script = [answer](const Received&, int) { return answer; };
}

std::vector<HttpReceiver::Received> HttpReceiver::requests() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->received;
}

bool HttpReceiver::waitFor(std::size_t count) const {
    std::unique_lock lock(impl_->mutex);
    return impl_->changed.wait_for(lock, std::chrono::minutes(1), [&] { return impl_->received.size() >= count; });
}

int HttpReceiver::mostAtOnce() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->most;
}

}  // namespace inkwell::test
