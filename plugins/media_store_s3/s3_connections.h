#pragma once

#include <Poco/AutoPtr.h>

#include <memory>
#include <mutex>
#include <vector>

#include "s3_options.h"

namespace Poco::Net {
class Context;
class HTTPClientSession;
}  // namespace Poco::Net

namespace inkwell::media_store_s3 {

/// Connections to the service, kept for later requests. Any thread.
class S3Connections {
public:
    /// With `https` it accepts only certificates that the system or `caFile` vouches for. Throws std::runtime_error for
    /// a `caFile` that cannot be read.
    S3Connections(const S3Target& target, const std::string& caFile, std::int64_t timeoutSeconds);
    ~S3Connections();

    std::unique_ptr<Poco::Net::HTTPClientSession> take();
    std::unique_ptr<Poco::Net::HTTPClientSession> takeNew() const;
    /// Only after its last response was read to the end.
    void giveBack(std::unique_ptr<Poco::Net::HTTPClientSession> session);

private:
    std::string host_;
    std::uint16_t port_;
    std::int64_t timeoutSeconds_;
    Poco::AutoPtr<Poco::Net::Context> tls_;  // null: plain
    std::mutex mutex_;
    std::vector<std::unique_ptr<Poco::Net::HTTPClientSession>> idle_;
};

}  // namespace inkwell::media_store_s3
