#pragma once

#include <Poco/Semaphore.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fake_services.h"
#include "kernel/http/http_server.h"
#include "kernel/runtime/server_info.h"
#include "tests/kernel/http/fakes.h"
#include "tests/support/raw_connection.h"

namespace inkwell::kernel::test {

constexpr std::int64_t kMaxBodyBytes = 100'000;
constexpr std::int64_t kMaxStreamBytes = 300'000;  // of /limited

/// A server on free ports with the routes of testRoutes() over the fake services.
class LiveServer : public ::testing::Test {
protected:
    using Change = std::function<void(Config::Http&, Config::Limits&)>;
    /// With free ports, 64 threads, short patience, and what `change` makes of that.
    explicit LiveServer(const Change& change = {});
    explicit LiveServer(int threads, int maxQueued = 1024);
    ~LiveServer() override;

    RawResponse ask(const std::string& bytes) { return RawConnection(port()).ask(bytes); }
    int port() const { return server_->port(); }
    std::vector<Route> testRoutes();

    FakeDirectory directory_;
    FakeIdentity identity_;
    CountingIds ids_;
    testkit::FixedClock clock_;
    ServerInfo info_;
    LiveServerInfo liveInfo_{info_};
    CurrentSnapshot snapshot_;
    std::atomic<int> handled_{0};
    Poco::Semaphore entered_{0, 1000};  // one for every request that reached a /slow or /costly
    Poco::Semaphore mayLeave_{0, 1000};
    ResponseCache cache_{1 << 20};
    std::unique_ptr<HttpServer> server_;
};

}  // namespace inkwell::kernel::test
