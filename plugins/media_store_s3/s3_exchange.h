#pragma once

#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "s3_connections.h"

namespace inkwell::media_store_s3 {

/// One request, and its answer as it comes in. One thread. What the network does to it throws
/// MediaStoreError::Unavailable.
class S3Exchange {
public:
    /// Sends the request and reads the answer's head.
    S3Exchange(S3Connections& connections, std::unique_ptr<Poco::Net::HTTPClientSession> session,
               Poco::Net::HTTPRequest& request, std::string_view body);
    ~S3Exchange();
    S3Exchange(const S3Exchange&) = delete;
    S3Exchange& operator=(const S3Exchange&) = delete;

    int status() const { return static_cast<int>(response_.getStatus()); }
    bool isOk() const { return status() >= 200 && status() < 300; }
    std::string header(const std::string& name) const { return response_.get(name, ""); }
    /// Of the content, also in the answer to HEAD; nothing when the service does not say.
    std::optional<std::int64_t> length() const;

    /// Fewer than `room` at the end only. A body shorter than its length throws.
    std::size_t read(char* to, std::size_t room);
    /// The whole body of an answer about content: some megabytes at most, throws Other for more.
    std::string readAll();

private:
    S3Connections& connections_;
    std::unique_ptr<Poco::Net::HTTPClientSession> session_;
    Poco::Net::HTTPResponse response_;
    std::istream* body_ = nullptr;
    std::int64_t left_ = 0;  // of the body, if its length is known
    bool isAtEnd_ = false;
};

}  // namespace inkwell::media_store_s3
