#include "s3_exchange.h"

#include <Poco/Exception.h>
#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>

#include <algorithm>
#include <limits>
#include <ostream>

#include "inkwell/media_store.h"

namespace inkwell::media_store_s3 {

using Poco::Net::HTTPRequest;
using Poco::Net::HTTPResponse;
using Kind = MediaStoreError::Kind;

namespace {

constexpr std::size_t kMaxAnswerBytes = 8 * 1024 * 1024;

MediaStoreError networkError(const std::string& detail) {
    return {Kind::Unavailable, "the S3 service cannot be reached: " + detail};
}

}  // namespace

S3Exchange::S3Exchange(S3Connections& connections, std::unique_ptr<Poco::Net::HTTPClientSession> session,
                       HTTPRequest& request, std::string_view body)
    : connections_(connections), session_(std::move(session)), response_(std::make_unique<HTTPResponse>()) {
    try {
        std::ostream& out = session_->sendRequest(request);
        if (!body.empty()) out.write(body.data(), static_cast<std::streamsize>(body.size()));
        body_ = &session_->receiveResponse(*response_);
    } catch (const Poco::Exception& error) {
        throw networkError(error.displayText());
    } catch (const std::ios_base::failure& error) {
        throw networkError(error.what());
    }
    const bool hasBody = request.getMethod() != HTTPRequest::HTTP_HEAD && status() != HTTPResponse::HTTP_NO_CONTENT;
    left_ = hasBody ? length().value_or(std::numeric_limits<std::int64_t>::max()) : 0;
    isAtEnd_ = left_ == 0;
}

S3Exchange::~S3Exchange() {
    if (isAtEnd_ && response_->getKeepAlive()) connections_.giveBack(std::move(session_));
}

int S3Exchange::status() const { return static_cast<int>(response_->getStatus()); }

std::string S3Exchange::header(const std::string& name) const { return response_->get(name, ""); }

std::optional<std::int64_t> S3Exchange::length() const {
    if (!response_->hasContentLength()) return std::nullopt;
    return response_->getContentLength64();
}

std::size_t S3Exchange::read(char* to, std::size_t room) {
    const auto wanted = static_cast<std::size_t>(std::min(left_, static_cast<std::int64_t>(room)));
    if (isAtEnd_ || wanted == 0) return 0;
    body_->read(to, static_cast<std::streamsize>(wanted));
    const auto got = static_cast<std::size_t>(body_->gcount());
    left_ -= static_cast<std::int64_t>(got);
    if (got < wanted && (body_->bad() || length())) throw networkError("the answer broke off");
    isAtEnd_ = left_ == 0 || got < wanted;
    return got;
}

std::string S3Exchange::readAll() {
    std::string all;
    std::string piece(64 * 1024, '\0');
    while (const std::size_t got = read(piece.data(), piece.size())) {
        all.append(piece, 0, got);
        if (all.size() > kMaxAnswerBytes) throw MediaStoreError(Kind::Other, "the S3 service's answer is too long");
    }
    return all;
}

}  // namespace inkwell::media_store_s3
