#include "s3_connections.h"

#include <Poco/Net/Context.h>
#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPSClientSession.h>

#include <algorithm>

#include "inkwell/tls.h"

namespace inkwell::media_store_s3 {

using Poco::Net::HTTPClientSession;
using Poco::Net::HTTPSClientSession;

namespace {

constexpr std::size_t kMaxIdle = 16;
constexpr std::int64_t kMaxConnectSeconds = 10;

}  // namespace

S3Connections::S3Connections(const S3Target& target, const std::string& caFile, std::int64_t timeoutSeconds)
    : host_(target.host), port_(target.port), timeoutSeconds_(timeoutSeconds) {
    if (target.secure) tls_ = tlsContext(caFile, "ca_file");
}

S3Connections::~S3Connections() = default;

std::unique_ptr<HTTPClientSession> S3Connections::take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return takeNew();
    std::unique_ptr<HTTPClientSession> session = std::move(idle_.back());
    idle_.pop_back();
    return session;
}

std::unique_ptr<HTTPClientSession> S3Connections::takeNew() const {
    std::unique_ptr<HTTPClientSession> session;
    if (tls_.isNull()) {
        session = std::make_unique<HTTPClientSession>(host_, port_);
    } else {
        session = std::make_unique<HTTPSClientSession>(host_, port_, tls_);
    }
    const Poco::Timespan timeout(static_cast<long>(timeoutSeconds_), 0);
    const Poco::Timespan connect(static_cast<long>(std::min(timeoutSeconds_, kMaxConnectSeconds)), 0);
    session->setTimeout(connect, timeout, timeout);
    session->setKeepAlive(true);
    return session;
}

void S3Connections::giveBack(std::unique_ptr<HTTPClientSession> session) {
    const std::lock_guard lock(mutex_);
    if (idle_.size() < kMaxIdle) idle_.push_back(std::move(session));
}

}  // namespace inkwell::media_store_s3
