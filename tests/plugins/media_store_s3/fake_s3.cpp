#include "tests/plugins/media_store_s3/fake_s3.h"

#include <Poco/Net/HTTPRequestHandler.h>
#include <Poco/Net/HTTPRequestHandlerFactory.h>
#include <Poco/Net/HTTPServerRequest.h>
#include <Poco/Net/HTTPServerRequestImpl.h>
#include <Poco/Net/HTTPServerResponse.h>
#include <Poco/StreamCopier.h>
#include <Poco/String.h>
#include <Poco/URI.h>
#include <gtest/gtest.h>

#include <sstream>

#include "signature.h"

namespace inkwell::test {

using namespace Poco::Net;

namespace {

const std::string kAccessKey = "access";
const std::string kSecretKey = "very-secret";

}  // namespace

class FakeHandler : public HTTPRequestHandler {
public:
    explicit FakeHandler(FakeS3& fake) : fake_(fake) {}

    void handleRequest(HTTPServerRequest& request, HTTPServerResponse& response) override {
        std::string body;
        Poco::StreamCopier::copyToString(request.stream(), body);
        FakeS3::checkSignature(request, body);
        const FakeAnswer answer = answerTo(request);
        StreamSocket& socket = static_cast<HTTPServerRequestImpl&>(request).socket();
        if (answer.silent) return socket.shutdown();
        response.setStatus(static_cast<HTTPResponse::HTTPStatus>(answer.status));
        for (const auto& [name, value] : answer.headers) response.set(name, value);
        if (!response.has("Content-Length")) {
            response.setContentLength64(static_cast<Poco::Int64>(answer.body.size()) + answer.missingBytes);
        }
        if (answer.missingBytes > 0) response.setKeepAlive(false);
        std::ostream& out = response.send();
        if (request.getMethod() != HTTPRequest::HTTP_HEAD) out << answer.body << std::flush;
        if (answer.hangsUp) socket.shutdown();
    }

private:
    FakeAnswer answerTo(const HTTPServerRequest& request) {
        const std::lock_guard lock(fake_.mutex_);
        fake_.requests_.push_back(request.getMethod() + " " + request.getURI());
        fake_.headers_.clear();
        for (const auto& [name, value] : request) fake_.headers_[Poco::toLower(name)] = value;
        return fake_.answer_(fake_.requests_.back());
    }

    FakeS3& fake_;
};

namespace {

class FakeFactory : public HTTPRequestHandlerFactory {
public:
    explicit FakeFactory(FakeS3& fake) : fake_(fake) {}
    HTTPRequestHandler* createRequestHandler(const HTTPServerRequest&) override { return new FakeHandler(fake_); }

private:
    FakeS3& fake_;
};

}  // namespace

FakeS3::FakeS3(std::function<FakeAnswer(const std::string&)> answer) : answer_(std::move(answer)) {
    server_ = std::make_unique<HTTPServer>(new FakeFactory(*this), ServerSocket(SocketAddress("127.0.0.1", 0)),
                                           new HTTPServerParams);
    server_->start();
}

FakeS3::~FakeS3() { server_->stopAll(true); }

void FakeS3::checkSignature(const HTTPServerRequest& request, const std::string& body) {
    const std::string given = request.get("Authorization", "");
    const std::string marker = "SignedHeaders=";
    const std::size_t begin = given.find(marker);
    ASSERT_NE(begin, std::string::npos) << given;
    media_store_s3::SignedParts parts;
    parts.method = request.getMethod();
    const Poco::URI uri(request.getURI());
    parts.path = uri.getPath();
    parts.query = uri.getQueryParameters();
    parts.payloadHash = media_store_s3::sha256Hex(body);
    const std::size_t from = begin + marker.size();
    std::istringstream names(given.substr(from, given.find(',', from) - from));
    for (std::string name; std::getline(names, name, ';');) parts.headers[name] = request.get(name, "");
    for (const auto& [name, value] : request) {
        const std::string lower = Poco::toLower(name);
        EXPECT_TRUE(!lower.starts_with("x-amz-") || parts.headers.contains(lower)) << name << " is not signed";
    }
    EXPECT_EQ(request.get("x-amz-content-sha256", ""), parts.payloadHash);
    EXPECT_TRUE(parts.headers.contains("host"));
    const media_store_s3::SigningScope scope{request.get("x-amz-date", ""), "us-east-1"};
    EXPECT_EQ(given, media_store_s3::authorization(parts, scope, kAccessKey, kSecretKey));
}

media_store_s3::S3Options FakeS3::options() const {
    media_store_s3::S3Options options;
    options.endpoint = "http://127.0.0.1:" + std::to_string(server_->port());
    options.bucket = "bucket";
    options.accessKey = kAccessKey;
    options.secretKey = kSecretKey;
    options.pathStyle = true;
    options.timeoutSeconds = 60;
    return options;
}

std::vector<std::string> FakeS3::requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
}

std::string FakeS3::lastHeader(const std::string& name) const {
    const std::lock_guard lock(mutex_);
    const auto found = headers_.find(name);
    return found == headers_.end() ? "" : found->second;
}

}  // namespace inkwell::test
