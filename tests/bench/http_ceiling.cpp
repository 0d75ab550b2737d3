// A bare Poco HTTPServer that answers every request with one body: the ceiling for reads, and a receiver of webhooks.
// Usage: http_ceiling BYTES [THREADS]; prints its port and serves until standard input ends.
#include <Poco/Net/HTTPRequestHandler.h>
#include <Poco/Net/HTTPRequestHandlerFactory.h>
#include <Poco/Net/HTTPServer.h>
#include <Poco/Net/HTTPServerRequest.h>
#include <Poco/Net/HTTPServerResponse.h>
#include <Poco/Net/ServerSocket.h>
#include <Poco/ThreadPool.h>

#include <cstdint>
#include <iostream>
#include <string>

namespace {

class Body : public Poco::Net::HTTPRequestHandler {
public:
    explicit Body(const std::string& body) : body_(body) {}
    void handleRequest(Poco::Net::HTTPServerRequest& request, Poco::Net::HTTPServerResponse& response) override {
        // Whoever sends may not take an answer over what is still unread.
        if (request.getMethod() == Poco::Net::HTTPRequest::HTTP_POST) request.stream().ignore(INT64_MAX);
        response.setContentType("application/json");
        response.sendBuffer(body_.data(), body_.size());
    }

private:
    const std::string& body_;
};

class Factory : public Poco::Net::HTTPRequestHandlerFactory {
public:
    explicit Factory(std::string body) : body_(std::move(body)) {}
    Poco::Net::HTTPRequestHandler* createRequestHandler(const Poco::Net::HTTPServerRequest&) override {
        return new Body(body_);
    }

private:
    std::string body_;
};

}  // namespace

int main(int argc, char** argv) {
    const std::size_t bytes = argc > 1 ? std::stoul(argv[1]) : 2500;
    Poco::Net::ServerSocket socket(Poco::Net::SocketAddress("127.0.0.1", 0));
    const int threads = argc > 2 ? std::stoi(argv[2]) : 64;
    Poco::ThreadPool pool(4, threads);
    Poco::Net::HTTPServerParams::Ptr params = new Poco::Net::HTTPServerParams;
    params->setMaxThreads(threads);
    params->setKeepAlive(true);
    params->setMaxKeepAliveRequests(0);
    Poco::Net::HTTPServer server(new Factory(std::string(bytes, 'x')), pool, socket, params);
    server.start();
    std::cout << socket.address().port() << std::endl;
    std::string line;
    while (std::getline(std::cin, line)) {
    }
    server.stopAll(true);
    return 0;
}
