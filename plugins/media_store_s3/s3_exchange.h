#pragma once

#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "s3_connections.h"

namespace Poco::Net {
class HTTPClientSession;
class HTTPRequest;
class HTTPResponse;
}  // namespace Poco::Net

namespace inkwell::media_store_s3 {

/// One request and its response, read as it arrives. One thread. Network errors throw
/// MediaStoreError::Unavailable.
class S3Exchange {
public:
    /// Sends the request and reads the head of the response.
    S3Exchange(S3Connections& connections, std::unique_ptr<Poco::Net::HTTPClientSession> session,
               Poco::Net::HTTPRequest& request, std::string_view body);
    ~S3Exchange();
    S3Exchange(const S3Exchange&) = delete;
    S3Exchange& operator=(const S3Exchange&) = delete;

    int status() const;
    bool isOk() const { return status() >= 200 && status() < 300; }
    std::string header(const std::string& name) const;
    /// Of the content, also for HEAD; nothing when the service does not say.
    std::optional<std::int64_t> length() const;

    /// Returns less than `room` only at the end. Throws for a body that is shorter than its length.
    std::size_t read(char* to, std::size_t room);
    /// The whole body of a response other than content: a few megabytes at most. Throws Other for more.
    std::string readAll();

private:
    S3Connections& connections_;
    std::unique_ptr<Poco::Net::HTTPClientSession> session_;
    std::unique_ptr<Poco::Net::HTTPResponse> response_;
    std::istream* body_ = nullptr;
    std::int64_t left_ = 0;  // of the body, if its length is known
    bool isAtEnd_ = false;
};

}  // namespace inkwell::media_store_s3
