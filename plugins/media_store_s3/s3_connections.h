#pragma once

#include <Poco/Net/Context.h>
#include <Poco/Net/HTTPClientSession.h>

#include <memory>
#include <mutex>
#include <vector>

#include "s3_options.h"

namespace inkwell::media_store_s3 {

/// Connections to the service, kept for the next request. Any thread.
class S3Connections {
public:
    /// With `https` only a certificate that the system or `caFile` vouches for is accepted. Throws std::runtime_error
    /// for a `caFile` that cannot be read.
    S3Connections(const S3Target& target, const std::string& caFile, std::int64_t timeoutSeconds);

    std::unique_ptr<Poco::Net::HTTPClientSession> take();
    std::unique_ptr<Poco::Net::HTTPClientSession> takeNew() const;
    /// Only one whose last answer was read to its end.
    void giveBack(std::unique_ptr<Poco::Net::HTTPClientSession> session);

private:
    std::string host_;
    std::uint16_t port_;
    std::int64_t timeoutSeconds_;
    Poco::Net::Context::Ptr tls_;  // null: plain
    std::mutex mutex_;
    std::vector<std::unique_ptr<Poco::Net::HTTPClientSession>> idle_;
};

}  // namespace inkwell::media_store_s3
